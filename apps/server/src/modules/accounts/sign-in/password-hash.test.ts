import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { Passwords } from './password-hash.ts'
import { requireGoodPassword } from './password-rules.ts'

const passwords = new Passwords()

test('a password is stored as an Argon2id hash with its own salt, and verified', async () => {
  const [a, b] = [await passwords.hash('curb cut'), await passwords.hash('curb cut')]
  expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(a).not.toBe(b)
  expect(await passwords.verify(a, 'curb cut')).toBe(true)
  expect(await passwords.verify(a, 'Curb cut')).toBe(false)
  expect(await passwords.verify('not a hash', 'curb cut')).toBe(false)
})

test('composed and decomposed forms of a password are equal', async () => {
  const stored = await passwords.hash('stra\u00dfe \u00fcber')
  expect(await passwords.verify(stored, 'stra\u00dfe u\u0308ber')).toBe(true)
})

test('also verifies hashes with other costs', async () => {
  const salt = Buffer.from('an older salt')
  const cost = { memory: 4096, passes: 3, parallelism: 1, tagLength: 24 }
  const hash = argon2Sync('argon2id', { message: Buffer.from('curb cut'), nonce: salt, ...cost })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const stored = `$argon2id$v=19$m=4096,t=3,p=1$${base64(salt)}$${base64(hash)}`
  expect(await passwords.verify(stored, 'curb cut')).toBe(true)
  expect(await passwords.verify(stored, 'curb cuts')).toBe(false)
})

function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
}

test('fifty people who sign in at the same moment all get in', async () => {
  const busy = new Passwords()
  const results = await Promise.all(
    Array.from({ length: 50 }, () => outcome(busy.as('sign_in', () => busy.hash('a crowd')))),
  )
  expect(results.filter((result) => result === 'done')).toHaveLength(50)
})

test('B7 computes two at a time, queues 64 of a kind, and refuses the rest; kinds take turns', async () => {
  const busy = new Passwords()
  const order: string[] = []
  const many = Array.from({ length: 80 }, (_, n) =>
    outcome(busy.as('sign_in', () => busy.hash('a crowd')).then(() => order.push(`sign_in ${n}`))),
  )
  const other = outcome(
    busy.as('new_password', () => busy.hash('somebody else')).then(() => order.push('new_password')),
  )
  const results = await Promise.all([...many, other])
  expect(results.filter((result) => result === 'done')).toHaveLength(2 + 64 + 1)
  expect(results.filter((result) => result === 'TOO_MANY')).toHaveLength(14)
  expect(results.at(-1)).toBe('done')
  // Two hashes were running and one was ahead in the queue. Of the two that were running, the second may finish later.
  expect(order.indexOf('new_password')).toBeLessThan(6)
  expect(await busy.hash('and afterwards all is well')).toContain('$argon2id$')
})

test('a queue that doesn’t shrink admits few requests until the rush ends', async () => {
  let now = 0
  const busy = new Passwords(() => now)
  const join = (count: number) =>
    Array.from({ length: count }, () => outcome(busy.as('sign_in', () => busy.hash('a crowd'))))
  const done = async (results: readonly Promise<string>[]) =>
    (await Promise.all(results)).filter((result) => result === 'done').length
  const first = join(2 + 40)
  now = 700
  await first[2]
  const late = join(40)
  expect(await done(late)).toBeLessThan(12)
  expect(await done(first)).toBe(42)
  expect(await done(join(50))).toBe(2 + 12)
  now += 10_001
  expect(await done(join(50))).toBe(50)
})

test.each(['correct horse battery', 'Tr0ubadour&3x', 'пароль-на-восемь', 'a1b2c3d4e5f6'])(
  'accepts the password %j',
  async (password) => {
    await expect(requireGoodPassword(password, ['ada', 'ada@example.com'])).resolves.toBeUndefined()
  },
)

test.each([
  '1234567',
  'password',
  'PASSWORD',
  'iloveyou',
  'qwertyuiop',
  'skateboard',
  'Nollie123',
  'ababababab',
  'ada.lovelace',
])('refuses the password %j', async (password) => {
  const refused = requireGoodPassword(password, ['ada', 'ada.lovelace@example.com'])
  await expect(refused).rejects.toMatchObject({ code: 'WEAK_PASSWORD' })
})

test('the capacity is lower during a rush, which lasts as long as requests are refused', async () => {
  let now = 0
  const busy = new Passwords(() => now)
  expect(busy.roomFor('sign_in')).toBe(2 + 64)
  const first = Array.from({ length: 14 }, () => outcome(busy.as('sign_in', () => busy.hash('a crowd'))))
  now = 700
  await Promise.all(first)
  expect(busy.roomFor('sign_in')).toBe(2 + 12)
  expect(busy.roomFor('sign_up')).toBe(2 + 64)
  now += 9_000
  busy.refused('sign_in')
  now += 9_000
  expect(busy.roomFor('sign_in')).toBe(2 + 12)
  now += 1_001
  expect(busy.roomFor('sign_in')).toBe(2 + 64)
  busy.refused('sign_in')
  expect(busy.roomFor('sign_in')).toBe(2 + 64)
})

test('with slow hashes, only as many may wait as are computed within a second', async () => {
  let now = 0
  const slow = new Passwords(() => now)
  for (let n = 0; n < 10; n += 1) {
    const hashed = slow.hash('a slow machine')
    await Promise.resolve()
    now += 200
    await hashed
  }
  expect(slow.roomFor('sign_in')).toBeGreaterThan(2 + 4)
  expect(slow.roomFor('sign_in')).toBeLessThan(2 + 16)
  for (let n = 0; n < 4; n += 1) {
    const hashed = slow.hash('a machine that hardly moves')
    await Promise.resolve()
    now += 5_000
    await hashed
  }
  expect(slow.roomFor('sign_in')).toBe(2 + 4)
})
