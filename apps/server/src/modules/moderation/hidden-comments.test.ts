import type { CaseSummary, Comment, Discussion, Notification } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'
import { aPost } from '../../../test/posts.ts'
import { commentsCounted } from '../../../test/counted.ts'

let it: TestApp
let does: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let judge: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ada, ben, cleo, judge } = await people(it, 'ada', 'ben', 'cleo', 'judge'))
  await makeAdmin(it.db, judge.user_id)
})
afterAll(() => it.close())

/** Reports a subject and hides it; returns the case. */
const hide = async (subject: object): Promise<string> => {
  await does.ok(ada, 'POST', '/api/reports', { report_type: 'spam', description: null, ...subject })
  const { items } = (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>()
  const id = items.at(-1)?.id ?? ''
  await does.ok(judge, 'POST', `/api/moderation/cases/${id}/decision`, {
    action: 'hide',
    reason: 'Rule four.',
  })
  return id
}
/** Takes the decision about a case back. */
const takeBack = async (case_id: string) => {
  const decision = await it.db
    .selectFrom('moderation_decisions')
    .select('id')
    .where('case_id', '=', case_id)
    .executeTakeFirstOrThrow()
  await it.db.insertInto('appeals').values({ decision_id: decision.id, words: 'No.' }).execute()
  const answer = { outcome: 'reversed', answer: 'Yes.' }
  await does.ok(judge, 'POST', `/api/moderation/cases/${case_id}/appeal`, answer)
}
const refusal = async (...args: Parameters<typeof does.send>) =>
  (await does.send(...args)).json<{ code: string }>().code

const newest = (name: string) =>
  it.db.selectFrom('events').select('data').where('name', '=', name).orderBy('id', 'desc').executeTakeFirst()

/** Everything that people see of the comments on a post of Ada's. */
const seenAt = async (post_id: string) => {
  const list = (await does.ok(cleo, 'GET', `/api/posts/${post_id}/comments`)).json()
  const shown = (await does.ok(cleo, 'GET', `/api/posts/${post_id}`)).json()
  const news = (await does.news(ada)).filter((line: Notification) => line.post_id === post_id)
  const activity = await does.ok(cleo, 'GET', `/api/people/${ben.user_id}/activity`)
  return {
    listed: list.items.map(
      ({ id, replies, replies_count }: { id: string; replies: { id: string }[]; replies_count: number }) => [
        id,
        replies.map((reply) => reply.id),
        replies_count,
      ],
    ),
    counts: [list.comments_count, shown.comments_count],
    news: news.map(({ actors_count, comment }) => [actors_count, comment?.content]),
    unread: await does.unread(ada),
    activity: activity.body.includes('Kook.'),
  }
}

test('a hidden comment goes with its replies from every list and count, and comes back as it was', async () => {
  const post_id = await aPost(it.db, ada.user_id)
  const { id: other } = await does.say(cleo, post_id, 'Nice.')
  const { id } = await does.say(ben, post_id, 'Kook.')
  const { id: reply } = await does.say(ben, post_id, 'Be kind.', id)
  await commentsCounted(it.db)
  const before = await seenAt(post_id)
  expect(before).toMatchObject({
    ...{ counts: [3, 3], activity: true, unread: 2 },
    listed: [
      [id, [reply], 1],
      [other, [], 0],
    ],
  })
  const case_id = await hide({ reported_comment_id: id })
  // At once by what waits, and the same once that is counted, which is published.
  for (const isCounted of [false, true]) {
    if (isCounted) await commentsCounted(it.db)
    expect(await seenAt(post_id)).toMatchObject({
      ...{ counts: [1, 1], listed: [[other, [], 0]], activity: false, unread: 2 },
      news: [[1, 'Nice.']],
    })
  }
  expect(await newest('comment')).toMatchObject({
    data: { post_id, comments_count: 1, changes: [{ kind: 'deleted' }, { kind: 'deleted' }] },
  })
  const gone = 'COMMENT_NOT_FOUND'
  expect(await refusal(cleo, 'PUT', `/api/comments/${id}/like`)).toBe(gone)
  expect(await refusal(ben, 'DELETE', `/api/comments/${id}`)).toBe(gone)
  expect(await refusal(cleo, 'GET', `/api/comments/${id}/replies`)).toBe(gone)
  expect(
    await refusal(cleo, 'POST', `/api/posts/${post_id}/comments`, { content: 'Hm.', parent_comment_id: id }),
  ).toBe(gone)
  expect(
    await refusal(cleo, 'POST', '/api/reports', {
      report_type: 'spam',
      description: null,
      reported_comment_id: id,
    }),
  ).toBe(gone)
  const found = (await does.ok(judge, 'GET', `/api/moderation/cases/${case_id}`)).json()
  expect(found).toMatchObject({ thing_id: id, post_id: null, words_now: 'Kook.' })
  await takeBack(case_id)
  await commentsCounted(it.db)
  // The third is what became of Ada's report.
  expect(await seenAt(post_id)).toEqual({ ...before, unread: 3 })
})

test('a hidden comment whose author leaves, or whose post goes, is not taken off the count twice', async () => {
  const post_id = await aPost(it.db, ada.user_id)
  const { id } = await does.say(ben, post_id, 'Kook.')
  await does.say(cleo, post_id, 'Be kind.', id)
  await does.say(cleo, post_id, 'Nice.')
  await hide({ reported_comment_id: id })
  await it.db.deleteFrom('comments').where('id', '=', id).execute()
  await commentsCounted(it.db)
  expect((await seenAt(post_id)).counts).toEqual([1, 1])
})

test('a reply that is shown again under a hidden comment comes back with that', async () => {
  const post_id = await aPost(it.db, ada.user_id)
  const { id } = await does.say(ben, post_id, 'Kook.')
  const { id: reply } = await does.say(cleo, post_id, 'You kook.', id)
  const ofReply = await hide({ reported_comment_id: reply })
  expect((await seenAt(post_id)).listed).toEqual([[id, [], 0]])
  const ofComment = await hide({ reported_comment_id: id })
  await takeBack(ofReply)
  expect(await seenAt(post_id)).toMatchObject({ listed: [], counts: [0, 0] })
  await takeBack(ofComment)
  expect(await seenAt(post_id)).toMatchObject({ listed: [[id, [reply], 1]], counts: [2, 2] })
})

test('people across a block are taken off what is left', async () => {
  const post_id = await aPost(it.db, ada.user_id)
  const { id } = await does.say(ben, post_id, 'Kook.')
  await does.say(ben, post_id, 'Still here.')
  await does.say(ada, post_id, 'Hello.')
  await hide({ reported_comment_id: id })
  await does.block(cleo, ben)
  const list = (await does.ok(cleo, 'GET', `/api/posts/${post_id}/comments`)).json()
  expect([list.items.length, list.comments_count]).toEqual([1, 1])
  await it.db.deleteFrom('blocks').execute()
})

const seenIn = async (discussion_id: string) => {
  const list = (await does.ok(cleo, 'GET', '/api/discussions')).json<{ items: Discussion[] }>()
  const found = list.items.find(({ id }) => id === discussion_id)
  if (!found) return { listed: false }
  const said = (await does.ok(cleo, 'GET', `/api/discussions/${discussion_id}/comments`)).json<{
    items: Comment[]
    comments_count: number
  }>()
  return {
    listed: true,
    counts: [found.comments_count, said.comments_count],
    said: said.items.map(({ content }) => content),
  }
}
const aDiscussionWithComments = async () => {
  const body = { title: 'Wax', content: 'Which one?', category: 'gear' }
  const { id } = (await does.ok(ben, 'POST', '/api/discussions', body)).json<Discussion>()
  const say = async (content: string) =>
    (await does.ok(ben, 'POST', `/api/discussions/${id}/comments`, { content })).json<Comment>().id
  return { id, kook: await say('Kook.'), nice: await say('Nice.') }
}

test('a hidden discussion is nowhere, with all that was said in it, and comes back', async () => {
  const { id, nice } = await aDiscussionWithComments()
  const before = await seenIn(id)
  expect(before).toEqual({ listed: true, counts: [2, 2], said: ['Nice.', 'Kook.'] })
  const case_id = await hide({ reported_discussion_id: id })
  expect(await seenIn(id)).toEqual({ listed: false })
  expect(await newest('discussion')).toMatchObject({ data: { kind: 'deleted', discussion_id: id } })
  const [gone, at] = ['DISCUSSION_NOT_FOUND', `/api/discussions/${id}`]
  expect(await refusal(cleo, 'GET', at)).toBe(gone)
  expect(await refusal(ben, 'DELETE', at)).toBe(gone)
  expect(await refusal(cleo, 'GET', `${at}/comments`)).toBe(gone)
  expect(await refusal(cleo, 'POST', `${at}/comments`, { content: 'Hm.' })).toBe(gone)
  const report = { report_type: 'spam', description: null, reported_comment_id: nice }
  expect(await refusal(cleo, 'POST', '/api/reports', report)).toBe('COMMENT_NOT_FOUND')
  const found = (await does.ok(judge, 'GET', `/api/moderation/cases/${case_id}`)).json()
  expect(found).toMatchObject({ thing_id: id, discussion_id: null })
  await takeBack(case_id)
  expect(await seenIn(id)).toEqual(before)
  expect(await newest('discussion')).toMatchObject({ data: { kind: 'created', discussion_id: id } })
})

test('what was said in a discussion is hidden and counted no more, and comes back', async () => {
  const { id, kook, nice } = await aDiscussionWithComments()
  const before = await seenIn(id)
  const case_id = await hide({ reported_comment_id: kook })
  expect(await seenIn(id)).toEqual({ listed: true, counts: [1, 1], said: ['Nice.'] })
  expect(await newest('comment')).toMatchObject({
    data: { discussion_id: id, changes: [{ kind: 'deleted', comment_id: kook }], comments_count: 1 },
  })
  const at = `/api/comments/${kook}`
  expect(await refusal(ben, 'DELETE', at)).toBe('COMMENT_NOT_FOUND')
  await takeBack(case_id)
  expect(await seenIn(id)).toEqual(before)
  await hide({ reported_comment_id: nice })
  await it.db.deleteFrom('comments').where('id', '=', nice).execute()
  expect(await seenIn(id)).toEqual({ listed: true, counts: [1, 1], said: ['Kook.'] })
})

test('a profile, a spot and a message cannot be hidden', async () => {
  await does.ok(ada, 'POST', '/api/reports', {
    report_type: 'spam',
    description: null,
    reported_user_id: ben.user_id,
  })
  const { items } = (await does.ok(judge, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>()
  const at = `/api/moderation/cases/${items.at(-1)?.id}/decision`
  expect(await refusal(judge, 'POST', at, { action: 'hide', reason: 'Why.' })).toBe('NOT_ALLOWED')
})
