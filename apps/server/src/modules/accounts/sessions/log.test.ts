import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/world/app.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { people, post } from '../../../../test/actors/people.ts'
import { createLog } from '../../../platform/log.ts'

test('P8 addresses, passwords, and tokens never appear in the log, even after errors', async () => {
  const lines: string[] = []
  const terminal = Object.assign(
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(line.toString('utf8'))
        done()
      },
    }),
    { isTTY: true },
  )
  const log = createLog('trace', terminal as unknown as NodeJS.WriteStream)
  const app = await testApp({ log })
  const { canary } = await people(app, 'canary')
  const send = (path: string, body: object) => post(app.app, `/api/auth/${path}`, body)
  const { email, password } = canary
  await send('sign-in', { email, password: `${password}!` })
  await send('sign-in', { email, password: ['not', password] })
  await send('sign-up', { username: 'canary_two', email, password })
  await send('password-resets', { email })
  const [mail] = await mailsTo(app, email, { about: 'new password' })
  const token = tokenIn(mail, 'reset')
  await app.app.inject(`/auth?reset=${token}`)
  await sql`alter table users add constraint no_canaries check (email not like 'canary%') not valid`.execute(
    app.db,
  )
  const late = { username: 'late', email: 'canary.late@example.com', password: 'canary of the late' }
  await send('sign-up', late)
  const [lateMail] = await mailsTo(app, late.email)
  const failed = await send('verify', { token: tokenIn(lateMail, 'verify') })
  expect(failed.statusCode).toBe(500)
  await app.db.schema.dropTable('rate_counts').execute()
  expect((await send('sign-in', { email, password })).statusCode).toBe(500)
  await app.close().catch(() => undefined)

  const text = lines.join('')
  expect(text).toContain('unexpected error')
  const secrets = [
    email,
    late.email,
    password,
    late.password,
    token,
    tokenIn(lateMail, 'verify'),
    canary.bearer.authorization.slice(7),
    canary.cookie.cookie.split('=')[1] ?? '',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})
