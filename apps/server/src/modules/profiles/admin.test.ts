import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { post, signUp, type TestPerson } from '../../../test/people.ts'

const ADMIN = fileURLToPath(new URL('../../admin.ts', import.meta.url))

let it: TestApp
let ada: TestPerson
beforeAll(async () => {
  it = await testApp()
  ada = await signUp(it, 'ada')
})
afterAll(() => it.close())

const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, [ADMIN, ...args], {
    env: { ...process.env, DATABASE_URL: it.databaseUrl, DATA_DIR: it.dataDir },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
const session = async () => (await it.app.inject({ url: '/api/session', headers: ada.bearer })).json()

test('C-16 the operator makes an admin, and takes it back; the running server knows at once', {
  timeout: 60_000,
}, async () => {
  expect((await session()).user.is_admin).toBe(false)
  expect(await admin('grant', 'Ada@Example.com')).toContain('is an admin now')
  expect((await session()).user.is_admin).toBe(true)
  expect(await admin('revoke', ada.email)).toContain('no longer an admin')
  expect((await session()).user.is_admin).toBe(false)
})

test('the operator suspends and restores', { timeout: 60_000 }, async () => {
  const signIn = () => post(it.app, '/api/auth/sign-in', { email: ada.email, password: ada.password })
  expect(await admin('suspend', ada.email)).toContain('is suspended now')
  expect((await session()).user).toBeNull()
  expect((await signIn()).json().is_suspended).toBe(true)
  expect(await admin('restore', ada.email)).toContain('is no longer suspended')
  expect((await signIn()).json().is_suspended).toBe(false)
})

test('anything else is explained in one line', { timeout: 60_000 }, async () => {
  const usage = 'Usage: npm run admin -- grant|revoke|suspend|restore EMAIL\n'
  expect(await admin('crown', 'ada@example.com')).toBe(usage)
  expect(await admin('toString', 'ada@example.com')).toBe(usage)
  expect(await admin('grant')).toBe(usage)
  expect(await admin('grant', 'nobody@example.com')).toBe(
    'There is no account with the address nobody@example.com.\n',
  )
})
