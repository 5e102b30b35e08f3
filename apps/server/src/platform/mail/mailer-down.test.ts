import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/world/app.ts'
import { MailServer } from '../../../test/services/mail-server.ts'
import { post } from '../../../test/actors/people.ts'
import type { Db } from '../../db/open.ts'

function waiting(db: Db) {
  return sql<{ retry_count: number }>`select retry_count from jobs.job where name = 'sign-up-mail'`.execute(
    db,
  )
}

test('R16 an outage during sign-ups: no one waits, nothing is lost, and each gets one email', async () => {
  const server = await new MailServer().start()
  onTestFinished(() => server.stop())
  await server.stop()
  const it = await testApp({ smtpUrl: server.url })
  onTestFinished(() => it.close())
  const emails = ['ada', 'ben', 'cleo'].map((name) => `${name}@example.com`)
  for (const [n, email] of emails.entries()) {
    const body = { username: `skater${n}`, email, password: 'some good words' }
    expect((await post(it.app, '/api/auth/sign-up', body)).statusCode).toBe(202)
  }
  await vi.waitFor(
    async () => {
      const { rows } = await waiting(it.db)
      expect(rows.every(({ retry_count }) => retry_count > 0)).toBe(true)
    },
    { timeout: 15_000, interval: 200 },
  )
  server.refuse = { code: 421, at: 'data' }
  await server.start()
  await vi.waitFor(() => expect(server.tries).toBeGreaterThan(0), { timeout: 20_000, interval: 200 })
  server.refuse = null
  const got = () => server.mails.map(({ to }) => String(to?.[0]?.address)).toSorted()
  await vi.waitFor(() => expect(got()).toEqual(emails), { timeout: 40_000, interval: 300 })
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(got()).toEqual(emails)
}, 90_000)
