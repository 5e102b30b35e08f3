import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { post } from '../../../test/people.ts'
import { aNumber } from '../../../test/phones.ts'
import type { AppDeps } from '../../app.ts'

const DAY = 86_400
const WIDE = [1_000_000, 300] as const
const everybody = { user: WIDE, ip: WIDE }
const open = {
  unproven: everybody,
  phone: everybody,
  phone_number: everybody,
  phone_country: everybody,
  phone_day: everybody,
}

const withApp = async (options: Partial<AppDeps>, work: (it: TestApp) => Promise<void>) => {
  const it = await testApp(options)
  try {
    await work(it)
  } finally {
    await it.close()
  }
}

const ask = async ({ app }: TestApp, phone: string) =>
  (await post(app, '/api/auth/phone-codes', { phone })).statusCode

test.each([
  [
    'one number, however it is written',
    'phone_number',
    ['+12025550100', '+1 (202) 555-0100'],
    '+12025550101',
  ],
  ['one country', 'phone_country', ['+12025550100', '+12025550101'], '+442071838750'],
] as const)('LIMIT-12 messages to %s are few', async (_what, rate, [first, second], other) => {
  await withApp({ rates: { ...open, [rate]: { user: [1, DAY] } } }, async (it) => {
    expect([await ask(it, first), await ask(it, second), await ask(it, other)]).toEqual([202, 429, 202])
  })
})

test('LIMIT-12 messages of a day are few, and so are those that one network asks for', async () => {
  await withApp({ rates: { ...open, phone_day: { user: [1, DAY] } } }, async (it) => {
    expect([await ask(it, '+12025550100'), await ask(it, '+442071838750')]).toEqual([202, 429])
  })
  await withApp({ rates: { ...open, phone: { ip: [1, DAY] } } }, async (it) => {
    expect([await ask(it, '+12025550100'), await ask(it, '+442071838750')]).toEqual([202, 429])
  })
})

test('LIMIT-12 messages go to the countries of the configuration alone, and none where no sender is', async () => {
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
  // Somebody could read what is stored, so nothing is where mails are not shown.
  await withApp({ smtpUrl: 'smtp://127.0.0.1:9' }, async (it) => {
    expect((await it.app.inject({ url: '/api/auth/phones' })).json()).toMatchObject({ is_offered: false })
    expect(await ask(it, aNumber())).toBe(404)
  })
})

test('API-08 codes for a number are tried few times a day, whoever asked for them', async () => {
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
