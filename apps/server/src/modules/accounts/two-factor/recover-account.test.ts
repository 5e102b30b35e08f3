import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET, type TestApp, testApp } from '../../../../test/world/app.ts'
import { getChallenge, proveNow, withFactor } from '../../../../test/actors/factors.ts'
import { mailsTo } from '../../../../test/services/mails.ts'
import { member, post, type TestPerson } from '../../../../test/actors/people.ts'
import { signChallenge, withPasskey } from '../../../../test/actors/passkeys.ts'
import { selectFormerAddresses } from './factor-recovery.queries.ts'
import { linkToken } from '../mails/link-token.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

function by(who: TestPerson) {
  return (path: string, body: object) => post(it.app, `/api/${path}`, body, who.cookie)
}

function auth(path: string, body: object) {
  return post(it.app, `/api/auth/${path}`, body)
}

async function notMeToken({ email }: TestPerson, about: string) {
  const [mail] = await mailsTo(it, email, { about })
  return /what=not-me&token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function enters(authenticator: Awaited<ReturnType<typeof withPasskey>>['authenticator']) {
  return (await auth('passkey-sign-ins', await signChallenge(it, authenticator))).statusCode
}

/** Confirms an email change, and returns the token that undoes it. */
async function changeAddress({ user_id, email }: TestPerson, to: string): Promise<string> {
  const row = await it.db
    .insertInto('email_changes')
    .values({
      id: user_id,
      user_id,
      old_email: email,
      new_email: to,
      changed_at: new Date(),
      expires_at: new Date(Date.now() - 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await it.db.updateTable('users').set({ email: to }).where('id', '=', user_id).execute()
  return linkToken(SECRET, 'undo-email', row.id)
}

test('a thief who changes the password does not disable the links "this was not me" in earlier emails', async () => {
  const ada = await member(it, 'ada')
  const { authenticator } = await withPasskey(it, ada)
  const token = await notMeToken(ada, 'new passkey')
  await proveNow(it, ada)
  const changed = await by(ada)('account/password', { new_password: 'the wall of a thief 7' })
  expect(changed.statusCode).toBeLessThan(300)
  expect((await auth('not-me', { token })).statusCode).toBe(204)
  expect(await enters(authenticator)).not.toBe(200)
  expect((await auth('not-me', { token })).json()).toMatchObject({ code: 'BAD_TOKEN' })
})

test('undoing an address change closes every other way in, and starts the wait for factors', async () => {
  const ben = await member(it, 'ben')
  const { authenticator } = await withPasskey(it, ben)
  await withFactor(it, ben)
  const token = await changeAddress(ben, 'thief@example.com')
  expect((await auth('email-undos', { token })).statusCode).toBe(204)
  expect(await enters(authenticator)).not.toBe(200)
  const waiting = it.db.selectFrom('factor_recoveries').select('id').where('user_id', '=', ben.user_id)
  expect(await waiting.execute()).toHaveLength(1)
  // Only the owner gets emails about the recovery.
  expect(await selectFormerAddresses(it.db, ben.user_id)).toEqual([])
})

test('securing an account ends its recovery codes, and emails report new codes and their use', async () => {
  const dee = await member(it, 'dee')
  const { recovery_codes } = await withFactor(it, dee)
  const made = await by(dee)('account/recovery-codes', {})
  const { codes } = made.json<{ codes: string[] }>()
  expect(codes.filter((code) => recovery_codes.includes(code))).toEqual([])
  const signIn = async () => getChallenge(await auth('sign-in', { email: dee.email, password: dee.password }))
  const used = await auth('factor-sign-ins', { challenge: await signIn(), code: codes[0] })
  expect(used.statusCode).toBe(200)
  const [mail] = await mailsTo(it, dee.email, { about: 'code for your Nollie account was used' })
  expect(mail?.text).toContain('You have 9 codes left')
  const waits = await signIn()
  const token = await notMeToken(dee, 'New recovery codes')
  expect((await auth('not-me', { token })).statusCode).toBe(204)
  const left = it.db.selectFrom('recovery_codes').select('digest').where('user_id', '=', dee.user_id)
  expect(await left.execute()).toEqual([])
  const late = await auth('factor-sign-ins', { challenge: waits, code: codes[1] })
  expect(late.statusCode).toBe(400)
})

test('the email about a new password also secures the account', async () => {
  const eli = await member(it, 'eli')
  const { authenticator } = await withPasskey(it, eli)
  await proveNow(it, eli)
  await by(eli)('account/password', { new_password: 'the wall of a thief 8' })
  const token = await notMeToken(eli, 'password was changed')
  expect((await auth('not-me', { token })).statusCode).toBe(204)
  expect(await enters(authenticator)).not.toBe(200)
})

test('a former address counts for fourteen days, regardless of the link’s lifetime', async () => {
  const cem = await member(it, 'cem')
  await changeAddress(cem, 'cem.new@example.com')
  expect(await selectFormerAddresses(it.db, cem.user_id)).toEqual([cem.email])
  await it.db
    .updateTable('email_changes')
    .set({ changed_at: new Date(Date.now() - 15 * 86_400_000) })
    .where('user_id', '=', cem.user_id)
    .execute()
  expect(await selectFormerAddresses(it.db, cem.user_id)).toEqual([])
})
