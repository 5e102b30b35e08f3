import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { storedMails, mailsTo } from '../../../../test/services/mails.ts'
import { post, signUp, type TestPerson } from '../../../../test/actors/people.ts'
import { REQUESTED_MAIL } from './mail-jobs.ts'
import { until } from '../../../../test/world/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function newPassword(of: TestPerson) {
  return { current_password: of.password, new_password: 'rolls away switch' }
}

async function asked(state: 'completed' | 'any'): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job where name = 'mail-request' and (${state} = 'any' or state::text = ${state})`.execute(
    app.db,
  )
  return rows[0]?.n ?? -1
}

const lock = sql`lock table sign_ups in access exclusive mode`

test('L6 sends a member’s email while 300 requests from strangers wait', async () => {
  const ada = await signUp(app, 'ada')
  await app.db.transaction().execute(async (tx) => {
    // The first one is blocked, so all others have to wait.
    await lock.execute(tx)
    for (let n = 0; n < 300; n++)
      await post(app.app, '/api/auth/verification-mails', { email: `stranger${n}@example.com` })
    const changed = await post(app.app, '/api/account/password', newPassword(ada), ada.cookie)
    expect(changed.statusCode).toBe(204)
    await mailsTo(app, ada.email, { about: 'password was changed' })
    expect(await asked('completed')).toBe(0)
  })
  await until(async () => expect(await asked('completed')).toBe(300), { interval: 200 })
})

test('L6 a request from a known device is processed before strangers’ requests', async () => {
  const ben = await signUp(app, 'ben')
  const { email, password } = ben
  const { cookies } = await post(app.app, '/api/auth/sign-in', { email, password })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const before = await asked('any')
  await app.db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    for (let n = 0; n < 40; n++)
      await post(app.app, '/api/auth/verification-mails', { email: `stranger${n}@example.com` })
    await post(app.app, '/api/auth/password-resets', { email }, { cookie })
  })
  await until(async () => expect(await asked('completed')).toBe(before + 41), {
    interval: 200,
  })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job j, jobs.job own
    where own.name = 'mail-request' and own.data->>'email' = ${email} and j.name = own.name
      and j.created_on < own.created_on and j.started_on > own.started_on`.execute(app.db)
  // It was processed before all earlier requests that weren't in progress yet.
  expect(rows[0]?.n).toBeGreaterThan(30)
  await mailsTo(app, email, { about: 'new password' })
})

test('L6 strangers’ emails that the mail server refuses don’t delay members’ emails', async () => {
  const got: string[] = []
  const stuck: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('stranger')) return void stuck.push(() => done())
      got.push(address)
      return done()
    },
    onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  const other = await testApp({ smtpUrl: `smtp://127.0.0.1:${port}` })
  try {
    const cleo = await signUp(other, 'cleo')
    const password = 'some good words'
    for (let n = 0; n < 12; n++)
      await post(other.app, '/api/auth/sign-up', {
        username: `stranger${n}`,
        email: `stranger${n}@example.com`,
        password,
      })
    await until(() => expect(stuck.length).toBeGreaterThan(1))
    await post(other.app, '/api/account/password', newPassword(cleo), cleo.cookie)
    await until(() => expect(got).toContain(cleo.email))
    expect(got.filter((address) => address.startsWith('stranger'))).toEqual([])
    // None of the strangers' jobs was given up in the meantime, which would have let hers run earlier.
    const { rows } = await sql`select from jobs.job where name = 'sign-up-mail' and retry_count > 0`.execute(
      other.db,
    )
    expect(rows).toEqual([])
  } finally {
    for (const go of stuck) go()
    await other.close()
    await new Promise<void>((done) => server.close(done))
  }
})

test('a request that is processed twice sends one email', async () => {
  const dora = await signUp(app, 'dora')
  const id = uuidv7()
  const send = () => app.jobs.send(app.db, REQUESTED_MAIL, { what: 'reset', user_id: dora.user_id }, { id })
  await send()
  await mailsTo(app, dora.email, { about: 'new password' })
  await send()
  await post(app.app, '/api/auth/leaving-mails', { email: dora.email })
  await mailsTo(app, dora.email, { about: 'Delete' })
  const about = (await storedMails(app, dora.email)).map(({ subject }) => subject)
  expect(about.filter((subject) => subject?.includes('new password'))).toHaveLength(1)
})
