import { performance } from 'node:perf_hooks'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { areaUnderCurve, areEqualTimes } from '../../../../test/world/equal-times.ts'
import { post, signUp } from '../../../../test/actors/people.ts'
import { isProof } from '../../../../test/world/proof.ts'
import { recordStatements, captureStatements } from '../../../../test/statements/statements.ts'
import { Passwords } from './password-hash.ts'

// Checks that responses don't take longer for known addresses. Times vary but the work doesn't, so these tests compare
// statements and hashes; `npm run proofs -- timing` compares times.

const inAnHour = new Date(Date.now() + 3_600_000)
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // Uses a real sign-up, because a test member's hash is cheaper than the hash for an unknown address.
  await signUp(app, 'known')
  const { id: user_id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'known@example.com')
    .executeTakeFirstOrThrow()
  await app.db.insertInto('phones').values({ user_id, number: knownNumber }).execute()
  for (const [number, id] of [
    [knownNumber, phoneCodes.known],
    ['+12025550199', phoneCodes.unknown],
  ] as const) {
    const values = { id, number, creates_account: true, wrong_tries: -1000, expires_at: inAnHour }
    await app.db.insertInto('phone_codes').values(values).execute()
  }
  for (const [name, id] of Object.entries(codes)) {
    const email = `${name}@example.com`
    // Allows for many attempts, because each code is used repeatedly.
    const values = { id, email, creates_account: true, wrong_tries: -1000, expires_at: inAnHour }
    await app.db
      .insertInto('sign_in_codes')
      .values({ ...values, challenge: null, next: null })
      .execute()
  }
})
afterAll(() => app.close())

const knownNumber = '+12025550100'
const phoneCodes = { known: uuidv7(), unknown: uuidv7() }

function isKnown(email: string) {
  return email === 'known@example.com'
}

function getNumber(email: string, n: number): string {
  return isKnown(email) ? knownNumber : `+1202555${String(1000 + n)}`
}

const codes = { known: uuidv7(), unknown: uuidv7() }

function codeFor(email: string): string {
  return email === 'known@example.com' ? codes.known : codes.unknown
}

async function timed(path: string, body: object): Promise<number> {
  // Resets rate limits: an attacker would use each address only once, but the known one is reused here.
  await app.db.deleteFrom('rate_counts').execute()
  const begun = performance.now()
  const answer = await post(app.app, `/api/auth/${path}`, body)
  expect([202, 400, 401]).toContain(answer.statusCode)
  return performance.now() - begun
}

async function measure(path: string, times: number, bodyFor: (email: string, n: number) => object) {
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 5; n++) await timed(path, bodyFor(`warm${n}@example.com`, 10_000 + n))
  // Uses a random order, because the worker's jobs for the known address would always slow down the same requests.
  const order = Array.from({ length: 2 * times }, (_, n) => ({ n, isKnown: n % 2 === 0, at: Math.random() }))
  for (const { n, isKnown } of order.toSorted((a, b) => a.at - b.at)) {
    const email = isKnown ? 'known@example.com' : `unknown${n}@example.com`
    const taken = await timed(path, bodyFor(email, n + 100))
    ;(isKnown ? known : unknown).push(taken)
  }
  return areaUnderCurve(known, unknown)
}

const QUESTIONS = [
  ['password-resets', 100, (email: string) => ({ email })],
  ['verification-mails', 100, (email: string) => ({ email })],
  ['codes', 100, (email: string) => ({ email })],
  ['code-sign-ins', 100, (email: string) => ({ code_id: codeFor(email), code: '000000' })],
  ['phone-codes', 100, (email: string, n: number) => ({ phone: getNumber(email, n) })],
  [
    'phone-code-sign-ins',
    100,
    (email: string) => ({ code_id: phoneCodes[isKnown(email) ? 'known' : 'unknown'], code: '000000' }),
  ],
  [
    'sign-up',
    60,
    (email: string, n: number) => ({ username: `timer${n}`, email, password: 'some good words' }),
  ],
  ['sign-in', 80, (email: string) => ({ email, password: 'not the password' })],
] as const

beforeEach(recordStatements)
afterEach(() => vi.restoreAllMocks())

// The part of a hash before its salt describes its cost.
function describeCost(hash: unknown) {
  return `a hash of ${String(hash).split('$').slice(0, 4).join('$')}`
}

/** Returns the work done for a response: SQL statements, and the costs of password hashes. */
async function doneFor(path: string, body: object): Promise<readonly string[]> {
  await app.db.deleteFrom('rate_counts').execute()
  const made = vi.spyOn(Passwords.prototype, 'hash').mockClear()
  const compared = vi.spyOn(Passwords.prototype, 'verifyAny').mockClear()
  const [{ statusCode }, sent] = await captureStatements(
    async () => await post(app.app, `/api/auth/${path}`, body),
  )
  const hashes = [
    ...made.mock.settledResults.map(({ value }) => describeCost(value)),
    ...compared.mock.calls.map(([[stored]]) => describeCost(stored)),
  ]
  return [`${statusCode}`, ...sent, ...hashes]
}

const HASHES: readonly string[] = ['sign-up', 'sign-in']

test.each(QUESTIONS)(
  'B5 B6 %s runs the same statements and hashes for known and unknown addresses',
  async (path, _, bodyFor) => {
    await doneFor(path, bodyFor('first@example.com', 1))
    const [known, unknown] = [
      await doneFor(path, bodyFor('known@example.com', 2)),
      await doneFor(path, bodyFor(`not.${path}@example.com`, 3)),
    ]
    expect(known.length).toBeGreaterThan(1)
    expect(known.filter((what) => what.startsWith('a hash')).length > 0).toBe(HASHES.includes(path))
    expect(known).toEqual(unknown)
  },
)

test.runIf(isProof).each(QUESTIONS)(
  'B5 B6 the time of %s does not reveal which addresses are known',
  async (path, times, bodyFor) => {
    const { isClear, area } = await areEqualTimes(times, (count) => measure(path, count, bodyFor))
    console.info(`${path}: area under the curve ${area.toFixed(3)}`)
    expect(isClear, `area under the curve ${area}`).toBe(true)
  },
)
