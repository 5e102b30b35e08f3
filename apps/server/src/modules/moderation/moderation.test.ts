import type { CaseSummary } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { storedMails, mailsTo } from '../../../test/services/mails.ts'
import { makeAdmin } from '../../../test/actors/people.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { type Actor, actors } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

function report(who: Actor, subject: object, description: string | null = null) {
  return who.report({ report_type: 'spam', description, ...subject })
}

async function openCases(mod: Actor) {
  return (await mod.listCases()).items
}

async function newestCase(mod: Actor): Promise<CaseSummary> {
  const found = (await openCases(mod)).at(-1)
  if (!found) throw new Error('no case is open')
  return found
}

function decide(who: Actor, id: string, action: string, reason = 'House rule four.') {
  return who.send('POST', `/api/moderation/cases/${id}/decision`, { action, reason })
}

async function sees(who: Actor, url: string) {
  return (await who.send('GET', url)).statusCode
}

async function aComment(app: TestApp, post_id: string, user_id: string) {
  const id = uuid()
  const at = { post_id, media_index: 0, parent_comment_id: null }
  await app.db
    .insertInto('comments')
    .values({ id, ...at, user_id, content: 'Kook.' })
    .execute()
  return id
}

test('a case shows all the information needed to decide it', async ({ app, ada, ben, cleo, mod }) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const post_id = await aPost(app.db, ben.user_id, { spot_id, title: 'Buy wax', media: ['image', 'image'] })
  await report(ada, { reported_post_id: post_id }, 'Again and again.')
  await report(cleo, { reported_post_id: post_id })
  const { id } = await newestCase(mod)
  await app.db.updateTable('posts').set({ title: 'Buy soap' }).where('id', '=', post_id).execute()
  const found = await mod.getCase(id)
  expect(found).toMatchObject({
    kind: 'post',
    status: 'open',
    reports_count: 2,
    report_types: ['spam'],
    decision: null,
    thing_id: post_id,
    post_id,
    spot_id,
    words: expect.stringContaining('Buy wax'),
    words_now: expect.stringContaining('Buy soap'),
    owner: { username: 'ben' },
    owner_record: { is_suspended: false, is_admin: false, decisions_count: 0 },
    reports: [
      { description: 'Again and again.', reporter: { username: 'ada' } },
      { description: null, reporter: { username: 'cleo' } },
    ],
  })
  expect(found.media).toHaveLength(2)
  expect((await decide(mod, id, 'keep')).statusCode).toBe(200)
})

test('the decision `keep` leaves the post; reporters are notified in the app and by email, its author is not', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const post_id = await aPost(app.db, cleo.user_id)
  await report(ben, { reported_post_id: post_id })
  const { id } = await newestCase(mod)
  const answer = await decide(mod, id, 'keep', 'That is a ledge.')
  expect(answer.json()).toMatchObject({
    status: 'closed',
    decision: { action: 'keep', reason: 'That is a ledge.', admin: { username: 'mod' } },
  })
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(200)
  expect((await ben.notifications())[0]).toMatchObject({
    type: 'report_outcome',
    report: { case_id: id, kind: 'post', status: 'closed', action: 'keep' },
  })
  const [mail] = await mailsTo(app, ben.email, { about: 'your report' })
  expect(mail?.text).toContain('it can stay')
  expect(mail?.text).toContain('That is a ledge.')
  expect(
    (await storedMails(app, cleo.email)).filter(({ subject }) => subject?.includes('About your')),
  ).toEqual([])
  const closed = await mod.listCases({ status: 'closed' })
  expect(closed.items[0]?.id).toBe(id)
})

test('a hidden post is shown to no one, a removed one is deleted; its author reads the reason', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const hidden = await aPost(app.db, ben.user_id, { title: 'Hide me' })
  await report(ada, { reported_post_id: hidden })
  const first = await newestCase(mod)
  expect((await decide(mod, first.id, 'hide', 'Faces of children.')).statusCode).toBe(200)
  for (const who of [ada, ben]) expect(await sees(who, `/api/posts/${hidden}`)).toBe(404)
  const row = await app.db.selectFrom('posts').select('hidden_at').where('id', '=', hidden).executeTakeFirst()
  expect(row?.hidden_at).not.toBeNull()
  const listClosed = async ({ user_id }: Actor) =>
    (await mod.listCases({ status: 'closed', owner_id: user_id })).items
  expect((await listClosed(ben)).map(({ id }) => id)).toContain(first.id)
  expect((await listClosed(ada)).map(({ id }) => id)).not.toContain(first.id)
  const [mail] = await mailsTo(app, ben.email, { about: 'About your post' })
  expect(mail?.text).toContain('Faces of children.')
  expect(mail?.text).not.toContain('ada')

  const removed = await aPost(app.db, ben.user_id)
  await report(ada, { reported_post_id: removed })
  const second = await newestCase(mod)
  expect((await decide(mod, second.id, 'remove')).statusCode).toBe(200)
  expect(await app.db.selectFrom('posts').select('id').where('id', '=', removed).execute()).toEqual([])
  expect((await mod.getCase(second.id)).thing_id).toBeNull()
})

test('removes spots, comments, messages, and discussions with comments, also across a block', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const comment_id = await aComment(app, await aPost(app.db, cleo.user_id), ben.user_id)
  const discussion = { title: 'Wax', content: 'Which?', category: 'gear' } as const
  const discussion_id = (await ben.startDiscussion(discussion)).id
  const theirs = (await cleo.startDiscussion(discussion)).id
  const discussion_comment_id = (await ben.addDiscussionComment(theirs, { content: 'Mine.' })).id
  const message = (await ben.sendMessage(ada.user_id, { content: 'Buy wax.' })).id
  const subjects = [
    { reported_spot_id: spot_id },
    { reported_comment_id: comment_id },
    { reported_discussion_id: discussion_id },
    { reported_comment_id: discussion_comment_id },
    { reported_message_id: message },
  ]
  for (const subject of subjects) await report(ada, subject)
  await ben.blockPerson(mod.user_id)
  for (const { id } of await openCases(mod))
    expect((await decide(mod, id, 'remove')).json().code).toBeUndefined()
  await ben.unblockPerson(mod.user_id)
  expect(await sees(ada, `/api/spots/${spot_id}`)).toBe(404)
  expect(await sees(ada, `/api/discussions/${discussion_id}`)).toBe(404)
  const left = app.db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', [comment_id, discussion_comment_id])
  expect(await left.execute()).toEqual([])
  const erased = await app.db.selectFrom('messages').select('content').where('id', '=', message).execute()
  expect(erased).toEqual([{ content: null }])
})

test('a case is decided once, even with concurrent requests', async ({ app, ada, ben, mod }) => {
  const post_id = await aPost(app.db, ben.user_id)
  await report(ada, { reported_post_id: post_id })
  const { id } = await newestCase(mod)
  const answers = await Promise.all(['keep', 'remove', 'hide'].map((action) => decide(mod, id, action)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const [{ action } = { action: null }] = await app.db
    .selectFrom('moderation_decisions')
    .select('action')
    .where('case_id', '=', id)
    .execute()
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(action === 'keep' ? 200 : 404)
})

test('refuses impossible decisions and changes nothing', async ({ app, ada, ben, mod }) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  await report(ada, { reported_spot_id: spot_id })
  const ofSpot = await newestCase(mod)
  const post_id = await aPost(app.db, ben.user_id)
  await report(ada, { reported_post_id: post_id })
  const ofPost = await newestCase(mod)
  const own = await aPost(app.db, mod.user_id)
  await report(ada, { reported_post_id: own })
  const ofMod = await newestCase(mod)
  await app.db.deleteFrom('posts').where('id', '=', post_id).execute()
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
    expect((await decide(mod, id, action, reason)).json().code).toBe(code)
  for (const { id } of [ofSpot, ofPost]) expect((await mod.getCase(id)).status).toBe('open')
  // A case names its reporters, so its owner must not be able to read it.
  const own_case = await mod.send('GET', `/api/moderation/cases/${ofMod.id}`)
  expect(own_case.json().code).toBe('NOT_ALLOWED')
  for (const { id } of [ofSpot, ofPost]) await decide(mod, id, 'keep')
  await app.db.deleteFrom('report_cases').where('id', '=', ofMod.id).execute()
})

test('a suspended person is signed out, hidden, and emailed; afterwards everything is shown again', async ({
  app,
  ada,
  mod,
}) => {
  const eve = (await actors(app, 'eve')).eve
  const post_id = await aPost(app.db, eve.user_id)
  await report(ada, { reported_user_id: eve.user_id })
  const { id } = await newestCase(mod)
  expect((await decide(mod, id, 'suspend', 'Threats.')).statusCode).toBe(200)
  expect(await sees(eve, '/api/notifications')).toBe(401)
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(404)
  expect((await mailsTo(app, eve.email, { about: 'About your profile' }))[0]?.text).toContain('Threats.')
  const found = await mod.findMembers({ q: 'EVE' })
  expect(found).toMatchObject({ items: [{ username: 'eve', is_suspended: true }] })
  await mod.unsuspend(eve.user_id)
  await mod.unsuspend(eve.user_id)
  expect(await sees(ada, `/api/posts/${post_id}`)).toBe(200)
  expect(await mailsTo(app, eve.email, { about: 'Welcome back' })).toHaveLength(1)
  await mod.suspendPerson(eve.user_id, { reason: 'Again.' })
  const [mail] = await mailsTo(app, eve.email, { about: 'has been suspended' })
  expect(mail?.text).toMatch(/Your\s+spots\s+stay\s+on\s+the\s+map\s+without\s+your\s+name\./)
  await mod.unsuspend(eve.user_id)
})

test('no admin can suspend an admin', async ({ app, ada, mod }) => {
  const other = await aMember(app.db, 'othermod')
  await makeAdmin(app.db, other)
  const suspend = (user_id: string) =>
    mod.send('PUT', `/api/moderation/people/${user_id}/suspension`, { reason: 'Mutiny.' })
  expect((await suspend(other)).json().code).toBe('NOT_ALLOWED')
  expect((await suspend(mod.user_id)).json().code).toBe('NOT_ALLOWED')
  expect((await suspend(uuid())).json().code).toBe('PERSON_NOT_FOUND')
  await report(ada, { reported_user_id: other })
  expect((await decide(mod, (await newestCase(mod)).id, 'suspend')).json().code).toBe('NOT_ALLOWED')
})

test('every action is added to the audit log, which is paged and rejects changes', async ({ app, mod }) => {
  const frank = await aMember(app.db, 'frank')
  await mod.suspendPerson(frank, { reason: 'Bots.' })
  const log = await mod.listAudit()
  expect(log.items[0]).toMatchObject({
    act: 'suspended',
    reason: 'Bots.',
    action: null,
    case_id: null,
    admin: { username: 'mod' },
    person: { username: 'frank' },
  })
  expect(log.items.length).toBeGreaterThan(5)
  await expect(app.db.deleteFrom('moderation_log').execute()).rejects.toThrow('never changed')
  await expect(app.db.updateTable('moderation_log').set({ reason: '' }).execute()).rejects.toThrow(
    'never changed',
  )
  await app.db.deleteFrom('users').where('id', '=', frank).execute()
  const after = await mod.listAudit()
  expect(after.items[0]).toMatchObject({ act: 'suspended', reason: 'Bots.', person: null })
})

test('a profile does not show a hidden photo; a moderator still sees it for an appeal', async ({
  app,
  ada,
  mod,
}) => {
  const { gus } = await actors(app, 'gus')
  const post_id = await aPost(app.db, gus.user_id)
  const { media_id } = await app.db
    .selectFrom('post_media')
    .select('media_id')
    .where('post_id', '=', post_id)
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('profiles')
    .set({ avatar_media_id: media_id, avatar_url: '/media/x/400.webp' })
    .where('user_id', '=', gus.user_id)
    .execute()
  await report(ada, { reported_post_id: post_id })
  const { id } = await newestCase(mod)
  await decide(mod, id, 'hide')
  const seen = await ada.getProfile(gus.user_id)
  expect([seen.avatar_url, seen.avatar_media_id]).toEqual([null, null])
  expect(await mod.getCase(id)).toMatchObject({ thing_id: post_id, post_id: null, media: [{ id: media_id }] })
})

test('former members can’t be warned, suspended, or unsuspended; no admin can unsuspend an admin', async ({
  app,
  ada,
  mod,
}) => {
  const { hal } = await actors(app, 'hal')
  const post_id = await aPost(app.db, hal.user_id)
  await report(ada, { reported_post_id: post_id })
  const { id } = await newestCase(mod)
  const former_at = new Date().toISOString()
  await app.db.updateTable('profiles').set({ former_at }).where('user_id', '=', hal.user_id).execute()
  for (const action of ['warn', 'suspend']) expect((await decide(mod, id, action)).json().code).toBe('GONE')
  expect((await decide(mod, id, 'hide')).statusCode).toBe(200)
  const unsuspend = (user_id: string) => mod.send('DELETE', `/api/moderation/people/${user_id}/suspension`)
  expect((await unsuspend(hal.user_id)).json().code).toBe('PERSON_NOT_FOUND')
  expect((await unsuspend(mod.user_id)).json().code).toBe('NOT_ALLOWED')
})

test('a spot neither shows nor counts a hidden post, and uses another photo as cover', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const spot_id = await aSpotRow(app.db, ben.user_id)
  const post_id = await aPost(app.db, ben.user_id, { spot_id })
  const other = await aPost(app.db, cleo.user_id, { spot_id })
  await app.db.updateTable('post_media').set({ like_count: 3 }).where('post_id', '=', post_id).execute()
  const findCover = async (post: string) => {
    const row = await app.db
      .selectFrom('post_media')
      .select('media_id')
      .where('post_id', '=', post)
      .executeTakeFirstOrThrow()
    return row.media_id
  }
  await app.db
    .updateTable('spots')
    .set({ cover_media_id: await findCover(post_id) })
    .where('id', '=', spot_id)
    .execute()
  await report(ada, { reported_post_id: post_id })
  expect((await decide(mod, (await newestCase(mod)).id, 'hide')).statusCode).toBe(200)
  const spot = await app.db
    .selectFrom('spots')
    .select('cover_media_id')
    .where('id', '=', spot_id)
    .executeTakeFirst()
  expect(spot?.cover_media_id).toBe(await findCover(other))
  const gallery = (await ada.getSpotGallery(spot_id)).items
  expect(gallery.map((item) => item.post_id)).toEqual([other])
  expect(await ada.getSpot(spot_id)).toMatchObject({ posts_count: 1, additional_images: [] })
  expect(await ada.getSpotCard(spot_id)).toMatchObject({ posts_count: 1, likes_count: 0, comments_count: 0 })
})

test('a case about a reply includes the post, the photo, and the comment that it replies to', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const post_id = await aPost(app.db, cleo.user_id, { title: 'Bank to ledge', media: ['image', 'image'] })
  const say = async (content: string, parent_comment_id: string | null = null) =>
    (await ben.addComment(post_id, { content, media_index: 1, parent_comment_id })).id
  const reported_comment_id = await say('Rude', await say('First'))
  await report(ada, { reported_comment_id })
  const { id } = await newestCase(mod)
  const found = await mod.getCase(id)
  expect(found).toMatchObject({
    media_index: 1,
    context: [
      { author: { username: 'cleo' }, words: 'Bank to ledge' },
      { author: { username: 'ben' }, words: 'First' },
    ],
  })
  expect(found.media).toHaveLength(1)
})

test('sorts open cases by waiting time, in pages without gaps', async ({ app, ada, ben, mod }) => {
  const ids = await Promise.all(Array.from({ length: 25 }, () => aPost(app.db, ben.user_id)))
  for (const reported_post_id of ids) await report(ada, { reported_post_id })
  const seen: CaseSummary[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Actor['listCases']>> = await mod.listCases(cursor ? { cursor } : {})
    seen.push(...page.items)
    cursor = page.next_cursor
  } while (cursor)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  expect(seen.length).toBeGreaterThanOrEqual(25)
  expect(seen.map(({ created_at }) => created_at)).toEqual(
    seen.map(({ created_at }) => created_at).toSorted((a, b) => a.localeCompare(b)),
  )
})
