import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { aNumber, phoneJobDone, requestPhoneCode, rightCode } from '../../../../test/actors/phones.ts'
import { until } from '../../../../test/world/until.ts'
import { PHONE_MESSAGE } from './phone-messages.ts'

type Message = { id: string; to: string; text: string }

const taken: Message[] = []
/** HTTP statuses to respond with, in order; the last one repeats. 0 closes the connection without a response. */
let answers: number[] = [202]
const gateway = createServer((request, response) => {
  void json(request).then((body) => {
    taken.push(body as Message)
    const status = (answers.length > 1 ? answers.shift() : answers[0]) ?? 202
    if (status === 0) request.socket.destroy()
    else response.writeHead(status).end()
  })
})

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`
  app = await testApp({ sms: { url, countries: ['US'] } })
})
afterAll(async () => {
  await app.close()
  gateway.closeAllConnections()
  gateway.close()
})
beforeEach(() => {
  taken.length = 0
  answers = [202]
})

function jobDone(code_id: string) {
  return phoneJobDone(app, code_id)
}

test('sends a message once, with the code of its request', async () => {
  const number = aNumber()
  const id = await requestPhoneCode(app, number)
  await until(() => expect(taken).toHaveLength(1))
  expect(taken[0]).toMatchObject({ id, to: number, text: expect.stringContaining(rightCode(id)) })
})

test('resends a message that was not accepted, but never one that may have been sent', async () => {
  answers = [503, 503, 202]
  const late = await requestPhoneCode(app, aNumber())
  await until(() => expect(taken.map(({ id }) => id)).toEqual([late, late, late]))
  taken.length = 0
  answers = [0, 202]
  const lost = await requestPhoneCode(app, aNumber())
  await jobDone(lost)
  expect(taken.map(({ id }) => id)).toEqual([lost])
})

test('does not send a message that was already submitted, or is no longer needed', async () => {
  const values = { number: aNumber(), creates_account: true, expires_at: new Date(Date.now() + 60_000) }
  const [done, late, last] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const hourAgo = new Date(Date.now() - 3_600_000)
  await app.db
    .insertInto('phone_codes')
    .values([
      { ...values, id: done, handed_over_at: new Date() },
      { ...values, id: late, created_at: hourAgo },
      { ...values, id: last },
    ])
    .execute()
  for (const code_id of [done, late, last]) await app.jobs.send(app.db, PHONE_MESSAGE, { code_id })
  for (const code_id of [done, late, last]) await jobDone(code_id)
  expect(taken.map(({ id }) => id)).toEqual([last])
})
