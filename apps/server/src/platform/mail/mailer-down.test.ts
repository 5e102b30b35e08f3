import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/world/app.ts'
import { MailServer } from '../../../test/services/mail-server.ts'
import { post } from '../../../test/actors/people.ts'
import { jobsDone } from '../../../test/world/jobs.ts'
import type { Db } from '../../db/open.ts'
import { until } from '../../../test/world/until.ts'

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
  await until(
    async () => {
      const { rows } = await waiting(it.db)
      expect(rows.every(({ retry_count }) => retry_count > 0)).toBe(true)
    },
    { interval: 200 },
  )
  server.refuse = { code: 421, at: 'data' }
  await server.start()
  await until(() => expect(server.tries).toBeGreaterThan(0), { interval: 200 })
  server.refuse = null
  const got = () => server.mails.map(({ to }) => String(to?.[0]?.address)).toSorted()
  await until(() => expect(got()).toEqual(emails), { interval: 300 })
  await jobsDone(it.db, 'sign-up-mail')
  expect(got()).toEqual(emails)
})
