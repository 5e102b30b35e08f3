import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { afterAll, expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { SECRET, type TestApp } from '../../../test/world/app.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { commentsCounted } from '../../../test/world/wait-for-counts.ts'
import { jobsDone } from '../../../test/world/jobs.ts'
import { MailServer } from '../../../test/services/mail-server.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { linkToken } from '../accounts/index.ts'
import { sendDigest } from './send-digest.ts'

const server = await new MailServer().start()
afterAll(() => server.stop())
const test = testWith({ smtpUrl: server.url })

const KIND = 'digest-mail'

test.beforeEach(async ({ app: { db } }) => {
  for (const table of ['digest_settings', 'spots_near', 'posts', 'follows', 'blocks', 'saved_spots'] as const)
    await db.deleteFrom(table).execute()
  server.mails.length = 0
  server.refuse = null
})

function asks(who: Actor, time_zone = 'Europe/Berlin') {
  return who.setDigests({ digest: true, time_zone })
}

// Stored times are rounded to milliseconds. A time that was rounded up isn't due yet, and rows with the same time count
// toward the next week.
async function makeDue({ db }: TestApp): Promise<void> {
  await sleep(2)
  await db
    .updateTable('digest_settings')
    .set({ digest_due_at: sql<string>`date_trunc('milliseconds', now())` })
    .where('digest_due_at', 'is not', null)
    .execute()
}

/** Simulates a Monday morning: queues and sends the emails that are due. */
async function mondayComes(app: TestApp): Promise<Email[]> {
  const { db, jobs } = app
  await commentsCounted(db)
  await makeDue(app)
  await jobs.runTimer('weekly emails')
  // The server's own timer may have just run.
  const stillDue = () =>
    db
      .selectFrom('digest_settings')
      .select('user_id')
      .where('digest_due_at', '<=', sql<string>`now()`)
      .execute()
  await expect.poll(stillDue).toEqual([])
  await jobsDone(db, KIND)
  return server.mails
}

test('people who opt in get activity on their posts, in their language, and can unsubscribe with one click', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const asked = await asks(ada)
  expect(asked).toMatchObject({ digest: true, places: false, time_zone: 'Europe/Berlin' })
  const due = new Date(asked.digest_due_at ?? '')
  expect(due.toLocaleString('en', { weekday: 'long', hour: 'numeric', timeZone: 'Europe/Berlin' })).toBe(
    'Monday 8 AM',
  )
  await ada.setPreferences({ language: 'de' })
  const line = await aPost(app.db, ada.user_id, { title: 'Line at Forum' })
  const bens = await aPost(app.db, ben.user_id, { title: 'Added 2 photo(s) and 1 video(s)' })
  await aPost(app.db, ben.user_id, { title: 'Nobody liked this' })
  await follow(app.db, ada.user_id, ben.user_id)
  await follow(app.db, cleo.user_id, ada.user_id)
  await ben.likes(line)
  await cleo.likes(line)
  await cleo.likes(bens)
  await ben.comments(line, 'Clean!')
  await ada.comments(line, 'Thanks!')
  const spot = await aSpotRow(app.db, ben.user_id, 'New ledge')
  await app.db.insertInto('spots_near').values({ user_id: ada.user_id, spot_id: spot }).execute()
  const [mail, ...more] = await mondayComes(app)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Deine Woche auf Nollie')
  const text = mail?.text?.replace(/\s+/g, ' ') ?? ''
  for (const part of [
    'Neue Likes: 2',
    'Neue Kommentare: 1',
    'Neue Follower: 1',
    `Line at Forum (Likes: 2, Kommentare: 1) http://localhost:3000/post/${line}`,
    `New ledge http://localhost:3000/spots/${spot}`,
    `ben: Neue Fotos: 2 · Neue Videos: 1 http://localhost:3000/post/${bens}`,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Nobody liked this')
  expect(mail?.html).toContain(`href="http://localhost:3000/post/${line}"`)

  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] =
    /^<(http:\/\/localhost:3000\/unsubscribe\?token=[\w-]+)>$/.exec(header('list-unsubscribe')) ?? []
  expect(text).toContain(address)
  const { pathname, search } = new URL(address)
  const press = (url: string, payload: string, type: string) =>
    app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
  const form = 'application/x-www-form-urlencoded'
  expect((await press(pathname + search, 'hello=1', form)).statusCode).toBe(400)
  expect((await press(`${pathname}?token=x`, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(400)
  expect(await ada.getDigests()).toMatchObject({ digest: true })
  const other = linkToken(SECRET, 'undo-email', ada.user_id)
  expect((await press(`${pathname}?token=${other}`, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(400)
  expect((await press(pathname + search, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(204)
  expect(await ada.getDigests()).toMatchObject({ digest: false, digest_due_at: null })
  await asks(ada)
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await press(pathname + search, parts, 'multipart/form-data; boundary=x')).statusCode).toBe(204)
  expect(await ada.getDigests()).toMatchObject({ digest: false })
  await ada.setPreferences({ language: 'auto' })
})

test('the link’s page unsubscribes without a session, and other links do not', async ({
  app,
  ada,
  visitor,
}) => {
  await asks(ada)
  const token = linkToken(SECRET, 'end-digest', ada.user_id)
  expect(await getOutcome(visitor.unsubscribe({ token: `${token.slice(0, -2)}AA` }))).toBe('BAD_TOKEN')
  expect(
    await getOutcome(visitor.unsubscribe({ token: linkToken('x'.repeat(40), 'end-digest', ada.user_id) })),
  ).toBe('BAD_TOKEN')
  for (let n = 0; n < 2; n += 1) expect(await getOutcome(visitor.unsubscribe({ token }))).toBe('done')
  await aPost(app.db, ada.user_id)
  expect(await mondayComes(app)).toEqual([])
})

test('sends no email without content, and nothing from people who are suspended or across a block', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await asks(ada)
  expect(await mondayComes(app)).toEqual([])
  const line = await aPost(app.db, ada.user_id)
  const bens = await aPost(app.db, ben.user_id, { title: 'Switch flip' })
  await follow(app.db, ada.user_id, ben.user_id)
  await ben.likes(line)
  await cleo.likes(bens)
  const spot = await aSpotRow(app.db, ben.user_id, 'New ledge')
  await app.db.insertInto('spots_near').values({ user_id: ada.user_id, spot_id: spot }).execute()
  await ada.blockPerson(ben.user_id)
  expect(await mondayComes(app)).toEqual([])
  await ada.unblockPerson(ben.user_id)
  const suspend = (user_id: string, suspended_at: Date | null) =>
    app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', user_id).execute()
  await suspend(ben.user_id, new Date())
  expect(await mondayComes(app)).toEqual([])
  await suspend(ben.user_id, null)
  await suspend(ada.user_id, new Date())
  expect(await mondayComes(app)).toEqual([])
  await suspend(ada.user_id, null)
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', spot).execute()
  const [mail] = await mondayComes(app)
  expect(mail?.text).toContain('New likes: 1')
  expect(mail?.text).not.toContain('New ledge')
})

test('sends one per week, no matter how many processes check, even after a change of time zone or settings', async ({
  app,
  ada,
  ben,
}) => {
  await asks(ada, 'Asia/Tokyo')
  await ben.likes(await aPost(app.db, ada.user_id))
  await makeDue(app)
  await Promise.all([1, 2, 3].map(() => app.jobs.runTimer('weekly emails')))
  await app.jobs.runTimer('weekly emails')
  await jobsDone(app.db, KIND)
  expect(server.mails).toHaveLength(1)
  const days = ({ digest_due_at }: { digest_due_at: string | null }) =>
    (Date.parse(digest_due_at ?? '') - Date.now()) / 86_400_000
  expect(days(await ada.setDigests({ time_zone: 'America/Los_Angeles' }))).toBeGreaterThan(2.9)
  await ada.setDigests({ digest: false })
  expect(days(await asks(ada))).toBeGreaterThan(2.9)
  await ada.setDigests({ places: true })
  expect(await ada.getDigests()).toMatchObject({ digest: true, places: true, time_zone: 'Europe/Berlin' })
})

test('an email refused by the mail server is retried; one that a killed process may have sent is not', async ({
  app,
  ada,
  ben,
}) => {
  await asks(ada)
  await ben.likes(await aPost(app.db, ada.user_id))
  server.refuse = { code: 451, at: 'data' }
  const { tries } = server
  await makeDue(app)
  await app.jobs.runTimer('weekly emails')
  await expect.poll(() => server.tries).toBeGreaterThan(tries)
  server.refuse = null
  await jobsDone(app.db, KIND)
  expect(server.mails).toHaveLength(1)
  const [job] = (
    await sql<{ id: string; data: never }>`
    select id, data from jobs.job where name = ${KIND} order by created_on desc limit 1`.execute(app.db)
  ).rows
  const mails: unknown[] = []
  const send = sendDigest({
    db: app.db,
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    secret: SECRET,
    publicUrl: new URL('http://localhost:3000'),
  })
  const run = { data: job!.data, lastTry: false, signal: new AbortController().signal }
  await send({ ...run, id: job!.id })
  expect(mails, 'the same job once more').toEqual([])
  await send({ ...run, id: crypto.randomUUID() })
  expect(mails, 'that of another week').toHaveLength(1)
})
