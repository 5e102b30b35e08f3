import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { aPost } from '../../../test/makers/posts.ts'
import { reportedCase } from '../../../test/makers/moderation.ts'
import { pushRelay } from '../../../test/services/push-relay.ts'
import { pushService } from '../../../test/services/push-service.ts'
import { until } from '../../../test/world/until.ts'

const service = await pushService()
const relay = await pushRelay()
afterAll(async () => [await service.close(), await relay.close()])
const test = testWith({ pushServices: [service.origin], pushRelay: relay.settings })

test.beforeEach(async ({ app }) => {
  service.answers(null)
  await settled(app)
  for (const table of ['push_devices', 'push_settings', 'notifications', 'follows', 'blocks'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.deleteFrom('message_threads').execute()
  service.delivered.length = 0
  relay.delivered.length = 0
  relay.answers(null)
})

/** Sends pending notifications as if they were due, and waits until none are left. */
async function settled({ db, jobs }: TestApp): Promise<void> {
  await db.updateTable('push_queue').set({ due_at: sql<string>`now() - interval '1 s'` }).execute()
  await jobs.runTimer('due pushes')
  await until(async () => {
    // The server's own timer may be queuing some of them.
    const { rows } = await sql`select from push_queue where due_at < now()
      union all select from jobs.job where name = 'push' and state in ('created', 'active')`.execute(db)
    if (rows.length > 0) throw new Error(`${rows.length} messages to devices wait`)
  })
}

async function subscribe(who: Actor) {
  const { public_key } = await who.getPush()
  const browser = service.browser(public_key)
  await who.addPushDevice(browser)
  return browser
}

function shown() {
  return service.delivered.flatMap(({ shown: lines }) => lines)
}

async function sendMessages(from: Actor, to: Actor, ...words: string[]) {
  await to.followPerson(from.user_id)
  let thread_id = ''
  for (const content of words) ({ thread_id } = await from.sendMessage(to.user_id, { content }))
  return thread_id
}

test('a comment reaches its owner’s device, signed and encrypted for it alone', async ({ app, ada, ben }) => {
  const browser = await subscribe(ada)
  const post = await aPost(app.db, ada.user_id, { title: 'Line at Forum' })
  await ben.comments(post, 'Is the drain still there?')
  await settled(app)
  expect(service.delivered).toEqual([
    {
      endpoint: browser.endpoint,
      ttl: '86400',
      shown: [
        {
          title: 'A comment on your post',
          body: 'ben: Is the drain still there?',
          tag: `comment ${post} 0`,
          path: `/post/${post}?comments=1`,
        },
      ],
    },
  ])
})

test('likes within a minute are sent as one message, and people without devices are not queued', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await subscribe(ada)
  const post = await aPost(app.db, ada.user_id, { title: 'Line' })
  const begun = Date.now()
  await ben.likes(post)
  await cleo.likes(post)
  await ada.followPerson(ben.user_id)
  const queued = await app.db.selectFrom('push_queue').select('user_id').execute()
  expect(queued.map(({ user_id }) => user_id)).toEqual([ada.user_id, ada.user_id])
  const [due] = await app.db.selectFrom('push_queue').select('due_at').execute()
  expect(Date.parse(due!.due_at) - begun).toBeGreaterThan(40_000)
  await settled(app)
  expect(shown()).toMatchObject([{ title: 'Likes on your photo or video', body: 'cleo and ben: Line' }])
})

test('messages in a conversation are one entry with the last text; nothing is sent for muted ones and requests', async ({
  app,
  ada,
  ben,
}) => {
  await subscribe(ada)
  const thread_id = await sendMessages(ben, ada, 'Hey', 'Sunday at ten?')
  await settled(app)
  expect(shown()).toEqual([
    { title: 'ben', body: 'Sunday at ten?', tag: `message ${thread_id}`, path: `/messages/${thread_id}` },
  ])
  expect((await ada.getThread(thread_id)).is_muted).toBe(false)
  await ada.muteThread(thread_id, { is_muted: true })
  expect((await ada.getThread(thread_id)).is_muted).toBe(true)
  expect((await ben.getThread(thread_id)).is_muted).toBe(false)
  await ben.sendMessage(ada.user_id, { content: 'Hello?' })
  await settled(app)
  expect(shown()).toHaveLength(1)
})

test('a message without text says what it shares', async ({ app, ada, ben }) => {
  await subscribe(ada)
  await ada.followPerson(ben.user_id)
  const { id } = await ben.addList({ name: 'Sunday', visibility: 'public' })
  await ben.sendMessage(ada.user_id, { content: null, list_key: id })
  await settled(app)
  expect(shown()).toMatchObject([{ body: 'Shared a list with you' }])
})

test('notifications that were read, deleted, or undone before sending are not sent', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await subscribe(ada)
  const thread_id = await sendMessages(ben, ada, 'Hey')
  await ada.readThread(thread_id, { seq: 1 })
  const post = await aPost(app.db, ada.user_id)
  const comment = await ben.comments(post, 'Oops')
  await ben.removeComment(comment.id)
  await cleo.followPerson(ada.user_id)
  await cleo.unfollowPerson(ada.user_id)
  await settled(app)
  expect(service.delivered).toEqual([])
})

test('can hide text and mute kinds, and respects quiet hours', async ({ app, ada, ben }) => {
  await subscribe(ada)
  const post = await aPost(app.db, ada.user_id, { title: 'Secret ditch' })
  await ada.setPush({ shows_text: false, muted: ['follow'] })
  const thread_id = await sendMessages(ben, ada, 'Meet me there')
  await ben.comments(post, 'It is wet')
  await ben.followPerson(ada.user_id)
  await settled(app)
  expect(shown()).toMatchObject([{ body: 'A new message' }, { title: 'A comment on your post', body: 'ben' }])
  service.delivered.length = 0
  const now = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
  const minutes = (offset: number) => (now + offset + 1440) % 1440
  const quiet = { from: minutes(-60), until: minutes(60), time_zone: 'UTC' }
  expect(await ada.setPush({ quiet })).toMatchObject({ quiet, shows_text: false, muted: ['follow'] })
  await ben.sendMessage(ada.user_id, { content: 'Still?' })
  await settled(app)
  expect(service.delivered).toEqual([])
  await ada.setPush({ quiet: { ...quiet, time_zone: 'Asia/Tokyo' } })
  await ben.sendMessage(ada.user_id, { content: 'Still there?' })
  await settled(app)
  expect(shown()).toMatchObject([{ path: `/messages/${thread_id}` }])
  expect(await ada.setPush({ quiet: null, shows_text: true })).toMatchObject({
    quiet: null,
    shows_text: true,
  })
})

test('a device belongs to a session and ends with it, and a browser belongs to one person', async ({
  app,
  ada,
  ben,
}) => {
  const browser = await subscribe(ada)
  expect(await ada.getPush()).toMatchObject({ is_here: true, others: 0 })
  await ben.addPushDevice(browser)
  expect(await ada.getPush()).toMatchObject({ is_here: false, others: 0 })
  await subscribe(ada)
  await ada.signsInAgain()
  expect(await ada.getPush()).toMatchObject({ is_here: false, others: 1 })
  await subscribe(ada)
  expect(await ada.removeOtherPushDevices()).toMatchObject({ is_here: true, others: 0 })
  expect(await ada.removePushDevice()).toMatchObject({ is_here: false, others: 0 })
  await subscribe(ben)
  await sendMessages(ada, ben, 'Hey')
  await app.db.deleteFrom('sessions').where('user_id', '=', ben.user_id).execute()
  await settled(app)
  expect(service.delivered).toEqual([])
  await ben.signsInAgain()
})

test('sends nothing from people blocked in the meantime, and nothing to suspended people', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  await subscribe(ada)
  await sendMessages(ben, ada, 'Hey')
  await ada.blockPerson(ben.user_id)
  await settled(app)
  expect(service.delivered).toEqual([])
  await ada.unblockPerson(ben.user_id)
  await sendMessages(ben, ada, 'Hey again')
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date().toISOString() })
    .where('user_id', '=', ada.user_id)
    .execute()
  await settled(app)
  expect(service.delivered).toEqual([])
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: null })
    .where('user_id', '=', ada.user_id)
    .execute()
  expect(mod.user_id).toBeTruthy()
})

test('deletes an unsubscribed browser; retries an unavailable service once', async ({ app, ada, ben }) => {
  await subscribe(ada)
  service.answers(503)
  await sendMessages(ben, ada, 'Hey')
  await settled(app)
  const { rows } = await sql`select id from jobs.job where name = 'push' and state = 'retry'`.execute(app.db)
  expect(rows).toHaveLength(1)
  service.answers(null)
  const due = sql`update jobs.job set start_after = now() - interval '1 s' where name = 'push' and state = 'retry'`
  await due.execute(app.db)
  await until(() => expect(service.delivered).toHaveLength(1))
  // The outcome can differ for the next message.
  service.answers(413)
  await sendMessages(ben, ada, 'Too large')
  await settled(app)
  expect((await ada.getPush()).is_here).toBe(true)
  service.answers(410)
  await ben.sendMessage(ada.user_id, { content: 'Again' })
  await settled(app)
  expect(await ada.getPush()).toMatchObject({ is_here: false })
})

test('only push services get messages, and only valid browser keys are stored', async ({ ada }) => {
  const good = service.browser((await ada.getPush()).public_key)
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com.example.com/x',
    'https://example.com/x',
    'https://evilpush.apple.com.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'http://127.0.0.1:1/x',
    'https://169.254.169.254/latest',
    'javascript:alert(1)',
  ])
    expect(await getOutcome(ada.addPushDevice({ ...good, endpoint })), endpoint).toMatch(
      /BAD_REQUEST|INVALID/,
    )
  expect(await getOutcome(ada.addPushDevice({ ...good, p256dh: 'A'.repeat(87) }))).toBe('BAD_REQUEST')
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://web.push.apple.com/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
  ])
    expect(await ada.addPushDevice({ ...good, endpoint }), endpoint).toMatchObject({ is_here: true })
  for (const quiet of [
    { from: 0, until: 0, time_zone: 'UTC' },
    { from: 0, until: 1440, time_zone: 'UTC' },
    { from: 0, until: 60, time_zone: 'Mars/Olympus' },
  ])
    expect((await ada.send('PATCH', '/api/push', { quiet })).statusCode).toBe(400)
})

test('many new items are shown as a few entries, in the device’s language', async ({ app, ada, ben }) => {
  const { public_key } = await ada.getPush()
  await ada.addPushDevice(service.browser(public_key), { headers: { 'accept-language': 'de' } })
  for (let n = 0; n < 6; n += 1) await ben.comments(await aPost(app.db, ada.user_id), `Line ${n}`)
  await settled(app)
  expect(shown()).toHaveLength(4)
  expect(shown().at(-1)?.body).toMatch(/3/)
  expect(shown()[0]?.title).not.toBe('A comment on your post')
})

test('every kind reaches a device, and can be muted there separately', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  await subscribe(ada)
  const KINDS = [
    ...(['message', 'comment', 'comment_reply', 'mention', 'follow', 'message_request'] as const),
    ...(['report_outcome', 'like', 'comment_like', 'discussion_comment'] as const),
  ]
  const everything = async () => {
    for (const table of ['notifications', 'follows', 'message_threads'] as const)
      await app.db.deleteFrom(table).execute()
    const post = await aPost(app.db, ada.user_id)
    const bens = await aPost(app.db, ben.user_id)
    await sendMessages(ben, ada, 'Hey')
    await cleo.sendMessage(ada.user_id, { content: 'May I?' })
    await ben.comments(post, 'Clean')
    const { id } = await ada.comments(bens, 'First')
    await cleo.comments(bens, 'Second', id)
    await cleo.comments(bens, `@${ada.username}`)
    await ben.followPerson(ada.user_id)
    const case_id = await reportedCase({ by: ada, mod }, { reported_post_id: bens })
    await mod.decideCase(case_id, { action: 'keep', reason: 'It is a ledge.' })
    await ben.likes(post)
    await ben.likeComment(id)
    const discussion = await ada.startDiscussion({ title: 'Wax?', content: 'Which?', category: 'general' })
    await ben.addDiscussionComment(discussion.id, { content: 'None' })
    // Entries after the fourth are combined.
    const all: Record<string, string>[] = []
    const rows = await app.db.selectFrom('push_queue').selectAll().orderBy('id').execute()
    await app.db.deleteFrom('push_queue').execute()
    service.delivered.length = 0
    for (const { id: _, ...row } of rows) {
      await app.db.insertInto('push_queue').values(row).execute()
      await settled(app)
      all.push(...shown())
      service.delivered.length = 0
    }
    return all
  }
  const findKind = ({ tag = '' }: Record<string, string>) => tag.split(' ')[0] ?? ''
  const all = await everything()
  expect([...new Set(all.map(findKind))].toSorted()).toEqual([...KINDS].toSorted())
  expect(all.find((line) => findKind(line) === 'report_outcome')).toMatchObject({
    title: 'The outcome of your report',
    body: 'No action was taken.',
  })
  await ada.setPush({ muted: KINDS.filter((kind) => kind !== 'report_outcome') })
  expect([...new Set((await everything()).map(findKind))]).toEqual(['report_outcome'])
  await ada.setPush({ muted: ['report_outcome'] })
  expect(new Set((await everything()).map(findKind))).not.toContain('report_outcome')
})

test('notifies a native app through the relay, in its language, until it is removed or the session ends', async ({
  app,
  ada,
  ben,
}) => {
  const german = { headers: { 'accept-language': 'de' } }
  const token = 'fcm:APA91b-x_1'
  expect(await ada.getPush()).toMatchObject({ native: true, is_here: false })
  expect(await ada.addNativePushDevice({ platform: 'android', token }, german)).toMatchObject({
    is_here: true,
  })
  const post = await aPost(app.db, ada.user_id, { title: 'Line at Forum' })
  await ben.comments(post, 'Is it wet?')
  await settled(app)
  expect(service.delivered).toEqual([])
  expect(relay.delivered).toEqual([
    {
      app: 'app.nollie',
      platform: 'android',
      token,
      ttl: 86_400,
      notifications: [
        {
          title: 'Ein Kommentar zu deinem Post',
          body: 'ben: Is it wet?',
          tag: `comment ${post} 0`,
          url: `http://localhost:3000/post/${post}?comments=1`,
        },
      ],
    },
  ])
  for (const status of [401, 503]) {
    relay.answers(status)
    await ben.comments(post, `Still? ${status}`)
    await settled(app)
    expect(await ada.getPush(), `${status}: no error of the app`).toMatchObject({ is_here: true })
  }
  relay.answers(404)
  await ben.comments(post, 'Gone?')
  await settled(app)
  expect(await ada.getPush()).toMatchObject({ is_here: false })
  relay.answers(null)
  await ben.addNativePushDevice({ platform: 'ios', token: 'a'.repeat(64) })
  await ada.addNativePushDevice({ platform: 'ios', token: 'a'.repeat(64) })
  expect(await ben.getPush(), 'one owner').toMatchObject({ is_here: false })
  await ada.signsInAgain()
  expect(await ada.getPush()).toMatchObject({ is_here: false, others: 1 })
  for (const wrong of ['', 'a b', '../x', 'ä'])
    expect(await getOutcome(ada.addNativePushDevice({ platform: 'ios', token: wrong }))).toBe('BAD_REQUEST')
})
