import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { programFile } from '../../../test/world/program-file.ts'

const ADMIN = programFile('apps/server/src/admin.ts')

function admin(app: TestApp, ...args: string[]) {
  return promisify(execFile)(process.execPath, [ADMIN, ...args], {
    env: { ...process.env, DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir },
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  )
}

test('C-16 the operator appoints and removes an admin; the running server applies it immediately', async ({
  ada,
  app,
}) => {
  expect((await ada.getSession()).user?.is_admin).toBe(false)
  expect(await admin(app, 'grant', 'Ada@Example.com')).toContain('is an admin now')
  expect((await ada.getSession()).user?.is_admin).toBe(true)
  expect(await admin(app, 'revoke', ada.email)).toContain('no longer an admin')
  expect((await ada.getSession()).user?.is_admin).toBe(false)
})

test('the operator suspends and unsuspends a person', async ({ visitor, ada, app }) => {
  const { email, password } = ada
  const signIn = async () => (await visitor.signIn({ email, password })).is_suspended
  expect(await admin(app, 'suspend', ada.email)).toContain('is suspended now')
  expect((await ada.getSession()).user).toBeNull()
  expect(await signIn()).toBe(true)
  expect(await admin(app, 'restore', ada.email)).toContain('is no longer suspended')
  expect(await signIn()).toBe(false)
})

test('a wrong command gets a one-line explanation', async ({ app }) => {
  const usage = 'Usage: npm run admin -- grant|revoke|suspend|restore EMAIL\n'
  expect(await admin(app, 'crown', 'ada@example.com')).toBe(usage)
  expect(await admin(app, 'toString', 'ada@example.com')).toBe(usage)
  expect(await admin(app, 'grant')).toBe(usage)
  expect(await admin(app, 'grant', 'nobody@example.com')).toBe(
    'There is no account with the address nobody@example.com.\n',
  )
})
