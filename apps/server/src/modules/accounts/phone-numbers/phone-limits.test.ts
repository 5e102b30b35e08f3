import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { proveNow } from '../../../../test/actors/factors.ts'
import { member, post } from '../../../../test/actors/people.ts'
import {
  addPhone,
  aNumber,
  messagesTo,
  phoneJobDone,
  requestPhoneCode,
  storedMessages,
} from '../../../../test/actors/phones.ts'
import type { AppDeps } from '../../../app.ts'

const DAY = 86_400
const WIDE = [1_000_000, 300] as const
const everybody = { user: WIDE, ip: WIDE }
const open = {
  unproven: everybody,
  phone: everybody,
  phone_number: everybody,
  phone_country: everybody,
  phone_day: everybody,
  phone_join_country: everybody,
  phone_join_day: everybody,
}

async function withApp(options: Partial<AppDeps>, work: (it: TestApp) => Promise<void>) {
  const it = await testApp(options)
  try {
    await work(it)
  } finally {
    await it.close()
  }
}

async function ask({ app }: TestApp, phone: string) {
  return (await post(app, '/api/auth/phone-codes', { phone })).statusCode
}

const [FIRST, SECOND, BRITISH] = ['+12025550100', '+12025550101', '+442071838750']

test('LIMIT-12 limits messages to one number, no matter how it is written', async () => {
  await withApp({ rates: { ...open, phone_number: { user: [1, DAY] } } }, async (it) => {
    const asked = [await ask(it, FIRST), await ask(it, '+1 (202) 555-0100'), await ask(it, SECOND)]
    expect(asked).toEqual([202, 429, 202])
  })
})

test('LIMIT-12 the owner’s known browser and session have separate limits for codes', async () => {
  await withApp({ rates: { ...open, phone_number: { user: [2, DAY] } } }, async (it) => {
    const ada = await member(it, 'ada')
    await proveNow(it, ada)
    const phone = await addPhone(it, ada)
    for (const status of [202, 202, 429]) expect(await ask(it, phone)).toBe(status)
    const { email, password } = ada
    const { headers } = await post(it.app, '/api/auth/sign-in', { email, password })
    const cookie = [headers['set-cookie']].flat().map((line) => line?.split(';')[0])
    const device = cookie.find((one) => one?.includes('.device=')) ?? ''
    const own = await post(it.app, '/api/auth/phone-codes', { phone }, { cookie: device })
    expect(own.statusCode).toBe(202)
    await proveNow(it, ada)
    expect((await post(it.app, '/api/account/phone-codes', { phone }, ada.cookie)).statusCode).toBe(202)
  })
})

async function sent(it: TestApp, phone: string) {
  expect(await ask(it, phone)).toBe(202)
  await messagesTo(it, phone)
}

test('LIMIT-12 limits messages per country, and per day', async () => {
  await withApp({ rates: { ...open, phone_country: { user: [1, DAY] } } }, async (it) => {
    await sent(it, FIRST)
    expect([await ask(it, SECOND), await ask(it, BRITISH)]).toEqual([429, 202])
  })
  await withApp({ rates: { ...open, phone_day: { user: [1, DAY] } } }, async (it) => {
    await sent(it, FIRST)
    expect(await ask(it, BRITISH)).toBe(429)
  })
})

test('LIMIT-12 requests that send nothing use up neither the country’s limit nor the day’s', async () => {
  const one = { user: [1, DAY] } as const
  await withApp({ rates: { ...open, phone_country: one, phone_day: one } }, async (it) => {
    const codes = [aNumber(), aNumber()].map((number) =>
      requestPhoneCode(it, number, { creates_account: false }),
    )
    for (const code_id of await Promise.all(codes)) await phoneJobDone(it, code_id)
    await sent(it, FIRST)
  })
})

test('LIMIT-12 strangers who join can only use a share of the messages, so that members have the rest', async () => {
  const one = { user: [1, DAY] } as const
  await withApp({ rates: { ...open, phone_join_country: one, phone_join_day: one } }, async (it) => {
    const ben = await member(it, 'ben')
    await proveNow(it, ben)
    const phone = await addPhone(it, ben)
    await sent(it, FIRST)
    // The response is the same for everyone, but this number gets no message.
    await phoneJobDone(it, await requestPhoneCode(it, SECOND))
    expect(await storedMessages(it, SECOND)).toEqual([])
    await requestPhoneCode(it, phone)
    await messagesTo(it, phone, 2)
  })
})

test('LIMIT-12 limits messages requested from one network', async () => {
  await withApp({ rates: { ...open, phone: { ip: [1, DAY] } } }, async (it) => {
    expect([await ask(it, '+12025550100'), await ask(it, '+442071838750')]).toEqual([202, 429])
  })
})

test('LIMIT-12 messages are sent only to configured countries, and only if there is a sender', async () => {
  await withApp({ accounts: { phones: { countries: ['DE', 'GB'] } } }, async (it) => {
    const offered = await it.app.inject({ url: '/api/auth/phones' })
    expect(offered.json()).toEqual({ is_offered: true, countries: ['DE', 'GB'] })
    const answer = await post(it.app, '/api/auth/phone-codes', { phone: '+12025550100' })
    expect(answer.json()).toMatchObject({
      status: 400,
      fields: { phone: expect.stringContaining('country') },
    })
    expect(await ask(it, '+442071838750')).toBe(202)
  })
  // Stored messages could be read, so none are stored on a server that sends real email.
  await withApp({ smtpUrl: 'smtp://127.0.0.1:9' }, async (it) => {
    expect((await it.app.inject({ url: '/api/auth/phones' })).json()).toMatchObject({ is_offered: false })
    expect(await ask(it, aNumber())).toBe(404)
  })
})

test('API-08 limits code attempts per number and day, regardless of who requested the codes', async () => {
  await withApp({ rates: { ...open, code_tries: { user: [3, DAY] } } }, async (it) => {
    const codes: string[] = []
    for (let n = 0; n < 4; n++) {
      const asked = await post(it.app, '/api/auth/phone-codes', { phone: '+12025550100' })
      const { code_id } = asked.json<{ code_id: string }>()
      const answer = await post(it.app, '/api/auth/phone-code-sign-ins', { code_id, code: 'abcdef' })
      codes.push(answer.json<{ code: string }>().code)
    }
    expect(codes).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', 'TOO_MANY'])
  })
})
