import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import { computeCode } from '../../src/modules/accounts/sign-in/code-digits.ts'
import { SECRET, type TestApp } from '../world/app.ts'
import { mailsTo, storedMails } from '../services/mails.ts'
import { post, type TestPerson } from './people.ts'
import { until } from '../world/until.ts'

let last = 0
/** Returns an unassigned US phone number, a different one each time. */
export function aNumber(): string {
  return `+1202555${String(1000 + last++)}`
}

/** Returns the correct code for a code request. */
export function rightCode(code_id: string): string {
  return computeCode(SECRET, code_id)
}

/** Requests a code for a phone number. Returns the request's id. */
export async function requestPhoneCode(it: TestApp, phone: string, more: object = {}): Promise<string> {
  const answer = await post(it.app, '/api/auth/phone-codes', { phone, ...more })
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json<{ code_id: string }>().code_id
}

/** Waits for text messages to a phone number. */
export function messagesTo(it: TestApp, number: string, count = 1): Promise<Email[]> {
  return mailsTo(it, number, { count })
}

/** Waits until a code request's job has completed, whether or not a message was sent. */
export function phoneJobDone({ db }: Pick<TestApp, 'db'>, code_id: string): Promise<void> {
  return until(async () => {
    const { rows } = await sql<{ state: string }>`
        select state::text from jobs.job
        where name = 'phone-message' and data ->> 'code_id' = ${code_id}`.execute(db)
    expect(rows).toEqual([{ state: 'completed' }])
  })
}

/** Returns the text messages that have been stored for a phone number so far. */
export function storedMessages(it: TestApp, number: string): Promise<Email[]> {
  return storedMails(it, number)
}

/** Adds a phone number to a person's account the way the settings do, once the message has arrived. */
export async function addPhone(it: TestApp, who: TestPerson, phone = aNumber()): Promise<string> {
  const before = (await storedMessages(it, phone)).length
  const asked = await post(it.app, '/api/account/phone-codes', { phone }, who.cookie)
  if (asked.statusCode !== 202) throw new Error(`${asked.statusCode} ${asked.body}`)
  const { code_id } = asked.json<{ code_id: string }>()
  await messagesTo(it, phone, before + 1)
  const url = '/api/account/phone'
  const payload = { code_id, code: rightCode(code_id) }
  const put = await it.app.inject({ method: 'PUT', url, payload, headers: who.cookie })
  if (put.statusCode !== 200) throw new Error(`${put.statusCode} ${put.body}`)
  return phone
}
