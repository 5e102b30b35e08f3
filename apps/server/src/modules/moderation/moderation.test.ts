import type { CaseSummary, ModerationCase } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { storedMails, mailsTo } from '../../../test/mails.ts'
import { doings } from '../../../test/news.ts'
import { makeAdmin, people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'

let it: TestApp
let does: ReturnType<typeof doings>
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let mod: TestPerson
beforeAll(async () => {
  it = await testApp()
  does = doings(it)
  ;({ ada, ben, cleo, judge: mod } = await people(it, 'ada', 'ben', 'cleo', 'judge'))
  await makeAdmin(it.db, mod.user_id)
})
afterAll(() => it.close())

const tell = (subject: object, who = ada, description: string | null = null) =>
  does.ok(who, 'POST', '/api/reports', { report_type: 'spam', description, ...subject })
const openCases = async () =>
  (await does.ok(mod, 'GET', '/api/moderation/cases')).json<{ items: CaseSummary[] }>().items
const newestCase = async (): Promise<CaseSummary> => {
  const found = (await openCases()).at(-1)
  if (!found) throw new Error('no case is open')
  return found
}
const caseOf = async (id: string) =>
  (await does.ok(mod, 'GET', `/api/moderation/cases/${id}`)).json<ModerationCase>()
const decide = (id: string, action: string, reason = 'House rule four.', who = mod) =>
  does.send(who, 'POST', `/api/moderation/cases/${id}/decision`, { action, reason })
const sees = async (who: TestPerson, url: string) => (await does.send(who, 'GET', url)).statusCode
const aComment = async (post_id: string, user_id: string) => {
  const id = uuid()
  const at = { post_id, media_index: 0, parent_comment_id: null }
  await it.db
    .insertInto('comments')
    .values({ id, ...at, user_id, content: 'Kook.' })
    .execute()
  return id
}

test('a case shows everything that is needed to decide it', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const post_id = await aPost(it.db, ben.user_id, { spot_id, title: 'Buy wax', media: ['image', 'image'] })
  await tell({ reported_post_id: post_id }, ada, 'Again and again.')
  await tell({ reported_post_id: post_id }, cleo)
  const { id } = await newestCase()
  await it.db.updateTable('posts').set({ title: 'Buy soap' }).where('id', '=', post_id).execute()
  const found = await caseOf(id)
  expect(found).toMatchObject({
    ...{ kind: 'post', status: 'open', reports_count: 2, report_types: ['spam'], decision: null },
    ...{ thing_id: post_id, post_id, spot_id, words: expect.stringContaining('Buy wax') },
    words_now: expect.stringContaining('Buy soap'),
    owner: { username: 'ben' },
    owner_record: { is_suspended: false, is_admin: false, decisions_count: 0 },
    reports: [
      { description: 'Again and again.', reporter: { username: 'ada' } },
      { description: null, reporter: { username: 'cleo' } },
    ],
  })
  expect(found.media).toHaveLength(2)
  expect((await decide(id, 'keep')).statusCode).toBe(200)
})

test('what is kept stays; reporters hear of it in the app and by mail, its author does not', async () => {
  const post_id = await aPost(it.db, cleo.user_id)
  await tell({ reported_post_id: post_id }, ben)
  const { id } = await newestCase()
  const answer = await decide(id, 'keep', 'That is a ledge.')
  expect(answer.json()).toMatchObject({
    status: 'closed',
    decision: { action: 'keep', reason: 'That is a ledge.', admin: { username: 'judge' } },
  })
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(200)
  expect((await does.news(ben))[0]).toMatchObject({
    type: 'report_outcome',
    report: { case_id: id, kind: 'post', status: 'closed', action: 'keep' },
  })
  const [mail] = await mailsTo(it, ben.email, { about: 'your report' })
  expect(mail?.text).toContain('it may stay')
  expect(mail?.text).toContain('That is a ledge.')
  expect(
    (await storedMails(it, cleo.email)).filter(({ subject }) => subject?.includes('About your')),
  ).toEqual([])
  const closed = await does.ok(mod, 'GET', '/api/moderation/cases?status=closed')
  expect(closed.json<{ items: CaseSummary[] }>().items[0]?.id).toBe(id)
})

test('a hidden post is seen by nobody, a removed one is gone; its author reads why', async () => {
  const hidden = await aPost(it.db, ben.user_id, { title: 'Hide me' })
  await tell({ reported_post_id: hidden })
  const first = await newestCase()
  expect((await decide(first.id, 'hide', 'Faces of children.')).statusCode).toBe(200)
  for (const who of [ada, ben]) expect(await sees(who, `/api/posts/${hidden}`)).toBe(404)
  const row = await it.db.selectFrom('posts').select('hidden_at').where('id', '=', hidden).executeTakeFirst()
  expect(row?.hidden_at).not.toBeNull()
  const closedOf = async ({ user_id }: TestPerson) =>
    (await does.ok(mod, 'GET', `/api/moderation/cases?status=closed&owner_id=${user_id}`)).json<{
      items: CaseSummary[]
    }>().items
  expect((await closedOf(ben)).map(({ id }) => id)).toContain(first.id)
  expect((await closedOf(ada)).map(({ id }) => id)).not.toContain(first.id)
  const [mail] = await mailsTo(it, ben.email, { about: 'About your post' })
  expect(mail?.text).toContain('Faces of children.')
  expect(mail?.text).not.toContain('ada')

  const removed = await aPost(it.db, ben.user_id)
  await tell({ reported_post_id: removed })
  const second = await newestCase()
  expect((await decide(second.id, 'remove')).statusCode).toBe(200)
  expect(await it.db.selectFrom('posts').select('id').where('id', '=', removed).execute()).toEqual([])
  expect((await caseOf(second.id)).thing_id).toBeNull()
})

test('spots, comments, messages, discussions and what was said in them are removed, also across a block', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const comment_id = await aComment(await aPost(it.db, cleo.user_id), ben.user_id)
  const discussion = { title: 'Wax', content: 'Which?', category: 'gear' }
  const discussion_id = (await does.ok(ben, 'POST', '/api/discussions', discussion)).json<{ id: string }>().id
  const theirs = (await does.ok(cleo, 'POST', '/api/discussions', discussion)).json<{ id: string }>().id
  const said = (
    await does.ok(ben, 'POST', `/api/discussions/${theirs}/comments`, { content: 'Mine.' })
  ).json<{ id: string }>().id
  const message = (
    await does.ok(ben, 'POST', `/api/messages/with/${ada.user_id}`, { content: 'Buy wax.' })
  ).json<{ id: string }>().id
  const subjects = [
    { reported_spot_id: spot_id },
    { reported_comment_id: comment_id },
    { reported_discussion_id: discussion_id },
    { reported_comment_id: said },
    { reported_message_id: message },
  ]
  for (const subject of subjects) await tell(subject)
  await does.ok(ben, 'PUT', `/api/people/${mod.user_id}/block`)
  for (const { id } of await openCases()) expect((await decide(id, 'remove')).json().code).toBeUndefined()
  await does.ok(ben, 'DELETE', `/api/people/${mod.user_id}/block`)
  expect(await sees(ada, `/api/spots/${spot_id}`)).toBe(404)
  expect(await sees(ada, `/api/discussions/${discussion_id}`)).toBe(404)
  const left = it.db.selectFrom('comments').select('id').where('id', 'in', [comment_id, said])
  expect(await left.execute()).toEqual([])
  const erased = await it.db.selectFrom('messages').select('content').where('id', '=', message).execute()
  expect(erased).toEqual([{ content: null }])
})

test('a case is decided once, also by two at once', async () => {
  const post_id = await aPost(it.db, ben.user_id)
  await tell({ reported_post_id: post_id })
  const { id } = await newestCase()
  const answers = await Promise.all(['keep', 'remove', 'hide'].map((action) => decide(id, action)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const [{ action } = { action: null }] = await it.db
    .selectFrom('moderation_decisions')
    .select('action')
    .where('case_id', '=', id)
    .execute()
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(action === 'keep' ? 200 : 404)
})

test('what cannot be decided is refused and changes nothing', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  await tell({ reported_spot_id: spot_id })
  const ofSpot = await newestCase()
  const post_id = await aPost(it.db, ben.user_id)
  await tell({ reported_post_id: post_id })
  const ofPost = await newestCase()
  const own = await aPost(it.db, mod.user_id)
  await tell({ reported_post_id: own })
  const ofMod = await newestCase()
  await it.db.deleteFrom('posts').where('id', '=', post_id).execute()
  const refused: [string, string, string, string][] = [
    [ofSpot.id, 'hide', 'Why.', 'NOT_ALLOWED'],
    [ofPost.id, 'remove', 'Why.', 'GONE'],
    [ofPost.id, 'hide', 'Why.', 'GONE'],
    [ofMod.id, 'keep', 'Why.', 'NOT_ALLOWED'],
    [ofSpot.id, 'burn', 'Why.', 'BAD_REQUEST'],
    [ofSpot.id, 'keep', '   ', 'BAD_REQUEST'],
    [ofSpot.id, 'keep', 'x'.repeat(2001), 'BAD_REQUEST'],
    [uuid(), 'keep', 'Why.', 'NOT_FOUND'],
  ]
  for (const [id, action, reason, code] of refused)
    expect((await decide(id, action, reason)).json().code).toBe(code)
  for (const { id } of [ofSpot, ofPost]) expect((await caseOf(id)).status).toBe('open')
  // A case names who reported, and is not for whoever it is about.
  const own_case = await does.send(mod, 'GET', `/api/moderation/cases/${ofMod.id}`)
  expect(own_case.json().code).toBe('NOT_ALLOWED')
  for (const { id } of [ofSpot, ofPost]) await decide(id, 'keep')
  await it.db.deleteFrom('report_cases').where('id', '=', ofMod.id).execute()
})

test('who is suspended is signed out, hidden and written to, and comes back whole', async () => {
  const eve = (await people(it, 'eve')).eve
  const post_id = await aPost(it.db, eve.user_id)
  await tell({ reported_user_id: eve.user_id })
  const { id } = await newestCase()
  expect((await decide(id, 'suspend', 'Threats.')).statusCode).toBe(200)
  expect(await sees(eve, '/api/notifications')).toBe(401)
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(404)
  expect((await mailsTo(it, eve.email, { about: 'About your profile' }))[0]?.text).toContain('Threats.')
  const found = await does.ok(mod, 'GET', '/api/moderation/people?q=EVE')
  expect(found.json()).toMatchObject({ items: [{ username: 'eve', is_suspended: true }] })
  await does.ok(mod, 'DELETE', `/api/moderation/people/${eve.user_id}/suspension`)
  await does.ok(mod, 'DELETE', `/api/moderation/people/${eve.user_id}/suspension`)
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(200)
  expect(await mailsTo(it, eve.email, { about: 'Welcome back' })).toHaveLength(1)
  await does.ok(mod, 'PUT', `/api/moderation/people/${eve.user_id}/suspension`, { reason: 'Again.' })
  const [mail] = await mailsTo(it, eve.email, { about: 'has been suspended' })
  expect(mail?.text).toMatch(/Your\s+spots\s+stay\s+on\s+the\s+map\s+without\s+your\s+name\./)
  await does.ok(mod, 'DELETE', `/api/moderation/people/${eve.user_id}/suspension`)
})

test('admins are shut out by the operator alone', async () => {
  const other = await aMember(it.db, 'othermod')
  await makeAdmin(it.db, other)
  const suspend = (user_id: string) =>
    does.send(mod, 'PUT', `/api/moderation/people/${user_id}/suspension`, { reason: 'Mutiny.' })
  expect((await suspend(other)).json().code).toBe('NOT_ALLOWED')
  expect((await suspend(mod.user_id)).json().code).toBe('NOT_ALLOWED')
  expect((await suspend(uuid())).json().code).toBe('PERSON_NOT_FOUND')
  await tell({ reported_user_id: other })
  expect((await decide((await newestCase()).id, 'suspend')).json().code).toBe('NOT_ALLOWED')
})

test('every deed is written down, in pages, and nobody changes the log', async () => {
  const frank = await aMember(it.db, 'frank')
  await does.ok(mod, 'PUT', `/api/moderation/people/${frank}/suspension`, { reason: 'Bots.' })
  const log = (await does.ok(mod, 'GET', '/api/moderation/audit')).json<{ items: object[] }>()
  expect(log.items[0]).toMatchObject({
    act: 'suspended',
    reason: 'Bots.',
    action: null,
    case_id: null,
    admin: { username: 'judge' },
    person: { username: 'frank' },
  })
  expect(log.items.length).toBeGreaterThan(5)
  await expect(it.db.deleteFrom('moderation_log').execute()).rejects.toThrow('never changed')
  await expect(it.db.updateTable('moderation_log').set({ reason: '' }).execute()).rejects.toThrow(
    'never changed',
  )
  await it.db.deleteFrom('users').where('id', '=', frank).execute()
  const after = (await does.ok(mod, 'GET', '/api/moderation/audit')).json<{ items: object[] }>()
  expect(after.items[0]).toMatchObject({ act: 'suspended', reason: 'Bots.', person: null })
})

test('nor does a profile; a moderator still sees what an appeal would be about', async () => {
  const { gus } = await people(it, 'gus')
  const post_id = await aPost(it.db, gus.user_id)
  const { media_id } = await it.db
    .selectFrom('post_media')
    .select('media_id')
    .where('post_id', '=', post_id)
    .executeTakeFirstOrThrow()
  await it.db
    .updateTable('profiles')
    .set({ avatar_media_id: media_id, avatar_url: '/media/x/400.webp' })
    .where('user_id', '=', gus.user_id)
    .execute()
  await tell({ reported_post_id: post_id })
  const { id } = await newestCase()
  await decide(id, 'hide')
  const seen = (await does.ok(ada, 'GET', `/api/people/${gus.user_id}`)).json()
  expect([seen.avatar_url, seen.avatar_media_id]).toEqual([null, null])
  expect(await caseOf(id)).toMatchObject({ thing_id: post_id, post_id: null, media: [{ id: media_id }] })
})

test('who left and let things stay is nobody to be warned or shut out; an admin is let in by the operator alone', async () => {
  const { hal } = await people(it, 'hal')
  const post_id = await aPost(it.db, hal.user_id)
  await tell({ reported_post_id: post_id })
  const { id } = await newestCase()
  const former_at = new Date().toISOString()
  await it.db.updateTable('profiles').set({ former_at }).where('user_id', '=', hal.user_id).execute()
  for (const action of ['warn', 'suspend']) expect((await decide(id, action)).json().code).toBe('GONE')
  expect((await decide(id, 'hide')).statusCode).toBe(200)
  const unsuspend = (user_id: string) =>
    does.send(mod, 'DELETE', `/api/moderation/people/${user_id}/suspension`)
  expect((await unsuspend(hal.user_id)).json().code).toBe('PERSON_NOT_FOUND')
  expect((await unsuspend(mod.user_id)).json().code).toBe('NOT_ALLOWED')
})

test('a spot neither shows nor counts a post that was hidden, and its cover is another photo', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  const post_id = await aPost(it.db, ben.user_id, { spot_id })
  const other = await aPost(it.db, cleo.user_id, { spot_id })
  await it.db.updateTable('post_media').set({ like_count: 3 }).where('post_id', '=', post_id).execute()
  const coverOf = async (post: string) => {
    const row = await it.db
      .selectFrom('post_media')
      .select('media_id')
      .where('post_id', '=', post)
      .executeTakeFirstOrThrow()
    return row.media_id
  }
  await it.db
    .updateTable('spots')
    .set({ cover_media_id: await coverOf(post_id) })
    .where('id', '=', spot_id)
    .execute()
  await tell({ reported_post_id: post_id })
  expect((await decide((await newestCase()).id, 'hide')).statusCode).toBe(200)
  const spot = await it.db
    .selectFrom('spots')
    .select('cover_media_id')
    .where('id', '=', spot_id)
    .executeTakeFirst()
  expect(spot?.cover_media_id).toBe(await coverOf(other))
  const ask = async (path: string) =>
    (await it.app.inject({ url: `/api/spots/${spot_id}${path}`, headers: ada.bearer })).json()
  const gallery: { post_id: string }[] = (await ask('/media')).items
  expect(gallery.map((item) => item.post_id)).toEqual([other])
  expect(await ask('')).toMatchObject({ posts_count: 1, additional_images: [] })
  expect(await ask('/card')).toMatchObject({ posts_count: 1, likes_count: 0, comments_count: 0 })
})

test('a case of something said has what it was said to, and the photo it is about', async () => {
  const post_id = await aPost(it.db, cleo.user_id, { title: 'Bank to ledge', media: ['image', 'image'] })
  const say = async (content: string, parent_comment_id: string | null = null) =>
    (
      await does.ok(ben, 'POST', `/api/posts/${post_id}/comments`, {
        content,
        media_index: 1,
        parent_comment_id,
      })
    ).json<{ id: string }>().id
  const reported_comment_id = await say('Rude', await say('First'))
  await tell({ reported_comment_id })
  const { id } = await newestCase()
  const found = (await does.ok(mod, 'GET', `/api/moderation/cases/${id}`)).json()
  expect(found).toMatchObject({
    media_index: 1,
    context: [
      { author: { username: 'cleo' }, words: 'Bank to ledge' },
      { author: { username: 'ben' }, words: 'First' },
    ],
  })
  expect(found.media).toHaveLength(1)
})

test('open cases come longest waiting first, page by page, without a gap', async () => {
  const ids = await Promise.all(Array.from({ length: 25 }, () => aPost(it.db, ben.user_id)))
  for (const reported_post_id of ids) await tell({ reported_post_id })
  const seen: CaseSummary[] = []
  let cursor: string | null = null
  do {
    const url = `/api/moderation/cases${cursor ? `?cursor=${cursor}` : ''}`
    const page: { items: CaseSummary[]; next_cursor: string | null } = (await does.ok(mod, 'GET', url)).json()
    seen.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(25)
  expect(seen.map(({ created_at }) => created_at)).toEqual(
    seen.map(({ created_at }) => created_at).toSorted((a, b) => a.localeCompare(b)),
  )
})

test('deleted spots that can be restored are listed, newest first, and leave the list when they are', async () => {
  const spot_id = await aSpotRow(it.db, ben.user_id)
  await aPost(it.db, ben.user_id, { spot_id })
  await does.ok(ben, 'DELETE', `/api/spots/${spot_id}`)
  const list = async () =>
    (await does.ok(mod, 'GET', '/api/moderation/deleted-spots')).json<{ items: { id: string }[] }>().items
  expect((await list())[0]).toMatchObject({ id: spot_id, posts_count: 1, deleted_by: { username: 'ben' } })
  await does.ok(mod, 'POST', `/api/spots/${spot_id}/restore`)
  expect((await list()).map(({ id }) => id)).not.toContain(spot_id)
  const log = async () =>
    (await does.ok(mod, 'GET', '/api/moderation/audit')).json<{ items: { act: string }[] }>().items
  expect((await log())[0]).toMatchObject({
    act: 'restored',
    person: { username: 'ben' },
    admin: { username: 'judge' },
  })
  const before = await log()
  await does.ok(mod, 'POST', `/api/spots/${spot_id}/restore`)
  expect(await log()).toEqual(before)
})
