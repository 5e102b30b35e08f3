import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { commentsCounted } from '../../../test/world/wait-for-counts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { reportedCase, type ReportedSubject } from '../../../test/makers/moderation.ts'
import { aPost } from '../../../test/makers/posts.ts'

type People = { app: TestApp; ada: Actor; ben: Actor; cleo: Actor }

/** Reports a subject and hides it. Returns the case's id. */
async function hide(mod: Actor, by: Actor, subject: ReportedSubject): Promise<string> {
  const id = await reportedCase({ by, mod }, subject)
  await mod.decideCase(id, { action: 'hide', reason: 'Rule four.' })
  return id
}

/** Reverses a case's decision. */
async function reverse({ db }: TestApp, mod: Actor, case_id: string) {
  const { decision } = await mod.getCase(case_id)
  await db
    .insertInto('appeals')
    .values({ decision_id: decision?.id ?? '', words: 'No.' })
    .execute()
  await mod.answerAppeal(case_id, { outcome: 'reversed', answer: 'Yes.' })
}

// Looks at only one subject, because the rollup can publish another subject's count at any time.
function newest({ db }: TestApp, name: string, about: { post_id: string } | { discussion_id: string }) {
  return db
    .selectFrom('events')
    .select('data')
    .where('name', '=', name)
    .where(sql<boolean>`data @> ${JSON.stringify(about)}::jsonb`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returns what each person sees for a post by Ada: its comments, counts, and notifications. */
async function seenAt({ ada, ben, cleo }: People, post_id: string) {
  const list = await cleo.listComments(post_id)
  const shown = await cleo.getPost(post_id)
  const notifications = (await ada.listNotifications()).items.filter((line) => line.post_id === post_id)
  const activity = await cleo.listActivity(ben.user_id)
  return {
    listed: list.items.map(({ id, replies, replies_count }) => [
      id,
      replies.map((reply) => reply.id),
      replies_count,
    ]),
    counts: [list.comments_count, shown.comments_count],
    notified: notifications.map(({ actors_count, comment }) => [actors_count, comment?.content]),
    unread: (await ada.countUnreadNotifications()).unread_count,
    activity: JSON.stringify(activity).includes('Kook.'),
  }
}

test('a hidden comment and its replies leave every list and count, and return unchanged', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const people = { app, ada, ben, cleo }
  const post_id = await aPost(app.db, ada.user_id)
  const { id: other } = await cleo.comments(post_id, 'Nice.')
  const { id } = await ben.comments(post_id, 'Kook.')
  const { id: reply } = await ben.comments(post_id, 'Be kind.', id)
  await commentsCounted(app.db)
  const before = await seenAt(people, post_id)
  expect(before).toMatchObject({
    counts: [3, 3],
    activity: true,
    unread: 2,
    listed: [
      [id, [reply], 1],
      [other, [], 0],
    ],
  })
  const case_id = await hide(mod, ada, { reported_comment_id: id })
  // The result is the same before and after the rollup, which publishes the event.
  for (const isCounted of [false, true]) {
    if (isCounted) await commentsCounted(app.db)
    expect(await seenAt(people, post_id)).toMatchObject({
      counts: [1, 1],
      listed: [[other, [], 0]],
      activity: false,
      unread: 2,
      notified: [[1, 'Nice.']],
    })
  }
  expect(await newest(app, 'comment', { post_id })).toMatchObject({
    data: { post_id, comments_count: 1, changes: [{ kind: 'deleted' }, { kind: 'deleted' }] },
  })
  const calls = [
    cleo.likeComment(id),
    ben.removeComment(id),
    cleo.listReplies(id),
    cleo.comments(post_id, 'Hm.', id),
    cleo.report({ report_type: 'spam', description: null, reported_comment_id: id }),
  ]
  const outcomes = await Promise.all(calls.map((call) => getOutcome(call)))
  expect(outcomes).toEqual(calls.map(() => 'COMMENT_NOT_FOUND'))
  expect(await mod.getCase(case_id)).toMatchObject({ thing_id: id, post_id: null, words_now: 'Kook.' })
  await reverse(app, mod, case_id)
  await commentsCounted(app.db)
  // The third notification is the outcome of Ada's report.
  expect(await seenAt(people, post_id)).toEqual({ ...before, unread: 3 })
})

test('deleting a hidden comment does not subtract it from the count again', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const post_id = await aPost(app.db, ada.user_id)
  const { id } = await ben.comments(post_id, 'Kook.')
  await cleo.comments(post_id, 'Be kind.', id)
  await cleo.comments(post_id, 'Nice.')
  await hide(mod, ada, { reported_comment_id: id })
  await app.db.deleteFrom('comments').where('id', '=', id).execute()
  await commentsCounted(app.db)
  expect((await seenAt({ app, ada, ben, cleo }, post_id)).counts).toEqual([1, 1])
})

test('a restored reply to a hidden comment returns with that comment', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const people = { app, ada, ben, cleo }
  const post_id = await aPost(app.db, ada.user_id)
  const { id } = await ben.comments(post_id, 'Kook.')
  const { id: reply } = await cleo.comments(post_id, 'You kook.', id)
  const ofReply = await hide(mod, ada, { reported_comment_id: reply })
  expect((await seenAt(people, post_id)).listed).toEqual([[id, [], 0]])
  const ofComment = await hide(mod, ada, { reported_comment_id: id })
  await reverse(app, mod, ofReply)
  expect(await seenAt(people, post_id)).toMatchObject({ listed: [], counts: [0, 0] })
  await reverse(app, mod, ofComment)
  expect(await seenAt(people, post_id)).toMatchObject({ listed: [[id, [reply], 1]], counts: [2, 2] })
})

test('subtracts comments by people across a block from the visible ones', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const post_id = await aPost(app.db, ada.user_id)
  const { id } = await ben.comments(post_id, 'Kook.')
  await ben.comments(post_id, 'Still here.')
  await ada.comments(post_id, 'Hello.')
  await hide(mod, ada, { reported_comment_id: id })
  await cleo.blockPerson(ben.user_id)
  const list = await cleo.listComments(post_id)
  expect([list.items.length, list.comments_count]).toEqual([1, 1])
  await cleo.unblockPerson(ben.user_id)
})

async function seenIn(cleo: Actor, discussion_id: string) {
  const found = (await cleo.listDiscussions()).items.find(({ id }) => id === discussion_id)
  if (!found) return { listed: false }
  const comments = await cleo.listDiscussionComments(discussion_id)
  return {
    listed: true,
    counts: [found.comments_count, comments.comments_count],
    texts: comments.items.map(({ content }) => content),
  }
}

async function aDiscussionWithComments(ben: Actor) {
  const { id } = await ben.startDiscussion({ title: 'Wax', content: 'Which one?', category: 'gear' })
  const say = async (content: string) => (await ben.addDiscussionComment(id, { content })).id
  return { id, kook: await say('Kook.'), nice: await say('Nice.') }
}

test('a hidden discussion and its comments leave every list, and return', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const { id, nice } = await aDiscussionWithComments(ben)
  const before = await seenIn(cleo, id)
  expect(before).toEqual({ listed: true, counts: [2, 2], texts: ['Nice.', 'Kook.'] })
  const case_id = await hide(mod, ada, { reported_discussion_id: id })
  expect(await seenIn(cleo, id)).toEqual({ listed: false })
  expect(await newest(app, 'discussion', { discussion_id: id })).toMatchObject({
    data: { kind: 'deleted', discussion_id: id },
  })
  const calls = [
    cleo.getDiscussion(id),
    ben.removeDiscussion(id),
    cleo.listDiscussionComments(id),
    cleo.addDiscussionComment(id, { content: 'Hm.' }),
  ]
  const outcomes = await Promise.all(calls.map((call) => getOutcome(call)))
  expect(outcomes).toEqual(calls.map(() => 'DISCUSSION_NOT_FOUND'))
  const report = { report_type: 'spam', description: null, reported_comment_id: nice } as const
  expect(await getOutcome(cleo.report(report))).toBe('COMMENT_NOT_FOUND')
  expect(await mod.getCase(case_id)).toMatchObject({ thing_id: id, discussion_id: null })
  await reverse(app, mod, case_id)
  expect(await seenIn(cleo, id)).toEqual(before)
  expect(await newest(app, 'discussion', { discussion_id: id })).toMatchObject({
    data: { kind: 'created', discussion_id: id },
  })
})

test('a hidden comment in a discussion leaves its list and count, and returns', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const { id, kook, nice } = await aDiscussionWithComments(ben)
  const before = await seenIn(cleo, id)
  const case_id = await hide(mod, ada, { reported_comment_id: kook })
  expect(await seenIn(cleo, id)).toEqual({ listed: true, counts: [1, 1], texts: ['Nice.'] })
  expect(await newest(app, 'comment', { discussion_id: id })).toMatchObject({
    data: { discussion_id: id, changes: [{ kind: 'deleted', comment_id: kook }], comments_count: 1 },
  })
  expect(await getOutcome(ben.removeComment(kook))).toBe('COMMENT_NOT_FOUND')
  await reverse(app, mod, case_id)
  expect(await seenIn(cleo, id)).toEqual(before)
  await hide(mod, ada, { reported_comment_id: nice })
  await app.db.deleteFrom('comments').where('id', '=', nice).execute()
  expect(await seenIn(cleo, id)).toEqual({ listed: true, counts: [1, 1], texts: ['Kook.'] })
})

test('a profile, a spot and a message cannot be hidden', async ({ ada, ben, mod }) => {
  expect(await getOutcome(hide(mod, ada, { reported_user_id: ben.user_id }))).toBe('NOT_ALLOWED')
})
