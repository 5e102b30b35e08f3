import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { mailsTo, tokenIn } from '../../../test/mails.ts'
import { post, signUp, type TestPerson } from '../../../test/people.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

type Who = { bearer: Record<string, string> }
const ask = (who: Who, method: 'GET' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  it.app.inject({ method, url, headers: who.bearer, ...(payload ? { payload } : {}) })
const send = (who: Who | null, url: string, body: object) => post(it.app, url, body, who?.bearer ?? {})
const codeOf = (answer: { statusCode: number; body: string }): string =>
  answer.statusCode < 400 ? String(answer.statusCode) : String(JSON.parse(answer.body).code)
const signedIn = async (headers: Record<string, string>): Promise<boolean> =>
  (await it.app.inject({ url: '/api/session', headers })).json().user !== null
const signIn = async (email: string, password: string) =>
  codeOf(await post(it.app, '/api/auth/sign-in', { email, password }))
const account = async (who: Who) => (await ask(who, 'GET', '/api/account')).json()

describe('a new password, by the present one', () => {
  test('API-15 B1 needs the present one; ends all other sessions and mails the owner', async () => {
    const ada = await signUp(it, 'ada')
    const fresh = 'a fresh set of bearings'
    const change = (current_password: string, new_password: string) =>
      send(ada, '/api/account/password', { current_password, new_password })
    const wrong = await change('not the password', fresh)
    expect([codeOf(wrong), Object.keys(wrong.json().fields)]).toEqual([
      'WRONG_PASSWORD',
      ['current_password'],
    ])
    const weak = await change(ada.password, 'password1')
    expect([codeOf(weak), Object.keys(weak.json().fields)]).toEqual(['WEAK_PASSWORD', ['new_password']])
    expect([await signedIn(ada.bearer), await signedIn(ada.cookie)]).toEqual([true, true])

    expect(codeOf(await change(ada.password, fresh))).toBe('204')
    expect([await signedIn(ada.bearer), await signedIn(ada.cookie)]).toEqual([true, false])
    expect([await signIn(ada.email, ada.password), await signIn(ada.email, fresh)]).toEqual([
      'WRONG_CREDENTIALS',
      '200',
    ])
    const [mail] = await mailsTo(it, ada.email, { about: 'password was changed' })
    expect(mail?.text).toMatch(/every\s+other\s+device/)
  })

  test('one’s own name or address is refused as password; the mailed link goes on working', async () => {
    const who = await signUp(it, 'bartholomew.k')
    const own = ['Bartholomew.K', who.email]
    for (const new_password of own) {
      const body = { current_password: who.password, new_password }
      expect(codeOf(await send(who, '/api/account/password', body))).toBe('WEAK_PASSWORD')
    }
    await post(it.app, '/api/auth/password-resets', { email: who.email })
    const [reset] = await mailsTo(it, who.email, { about: 'new password' })
    const set = (password: string) =>
      send(null, '/api/auth/password', { token: tokenIn(reset, 'reset'), password })
    for (const password of own) expect(codeOf(await set(password))).toBe('WEAK_PASSWORD')
    expect(codeOf(await set('a fresh set of trucks'))).toBe('204')
  })

  test('B5 invalidates links mailed before', async () => {
    const { email, ...ben } = await signUp(it, 'ben')
    await post(it.app, '/api/auth/password-resets', { email })
    const [reset] = await mailsTo(it, email, { about: 'new password' })
    await send(ben, '/api/account/email', { password: ben.password, email: 'thief@example.com' })
    const [waiting] = await mailsTo(it, 'thief@example.com')
    const body = { current_password: ben.password, new_password: 'some other good words' }
    expect(codeOf(await send(ben, '/api/account/password', body))).toBe('204')
    const reused = { token: tokenIn(reset, 'reset'), password: 'words of a thief' }
    expect(codeOf(await send(null, '/api/auth/password', reused))).toBe('BAD_TOKEN')
    const token = tokenIn(waiting, 'email')
    expect(codeOf(await send(null, '/api/auth/email-confirmations', { token }))).toBe('BAD_TOKEN')
    expect((await account(ben)).pending_email).toBeNull()
  })
})

describe('a change of address', () => {
  const change = (who: TestPerson, email: string, password = who.password) =>
    send(who, '/api/account/email', { password, email })
  const confirm = async (mail: Email | undefined) =>
    codeOf(await send(null, '/api/auth/email-confirmations', { token: tokenIn(mail, 'email') }))
  const undo = async (mail: Email | undefined) =>
    codeOf(await send(null, '/api/auth/email-undos', { token: tokenIn(mail, 'undo') }))

  test('confirming an address locks the account before its rows, as removing the account does', async () => {
    const lena = await signUp(it, 'lena')
    await change(lena, 'new.lena@example.com')
    const [mail] = await mailsTo(it, 'new.lena@example.com')
    const { confirmed } = await it.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${lena.user_id} for update`.execute(tx)
      const sent = confirm(mail)
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(it.db)
          expect(rows.length).toBeGreaterThan(0)
        },
        { timeout: 30_000, interval: 20 },
      )
      await sql`select from email_changes where user_id = ${lena.user_id} for update nowait`.execute(tx)
      return { confirmed: sent }
    })
    expect(await confirmed).toBe('204')
  })

  test('API-15 takes effect once it is confirmed; a mail to the old address undoes it', async () => {
    const cleo = await signUp(it, 'cleo')
    expect(codeOf(await change(cleo, 'new.cleo@example.com', 'not the password'))).toBe('WRONG_PASSWORD')
    expect(codeOf(await change(cleo, 'New.Cleo@Example.com'))).toBe('202')
    expect(await account(cleo)).toMatchObject({ email: cleo.email, pending_email: 'new.cleo@example.com' })
    expect(await signIn('new.cleo@example.com', cleo.password)).toBe('WRONG_CREDENTIALS')
    const [mail] = await mailsTo(it, 'new.cleo@example.com')
    expect([await confirm(mail), await confirm(mail)]).toEqual(['204', 'BAD_TOKEN'])
    expect(await account(cleo)).toMatchObject({ email: 'new.cleo@example.com', pending_email: null })
    expect(await signIn(cleo.email, cleo.password)).toBe('WRONG_CREDENTIALS')
    expect(await signIn('new.cleo@example.com', cleo.password)).toBe('200')

    const [undoMail] = await mailsTo(it, cleo.email, { about: 'email was changed' })
    expect([await undo(undoMail), await undo(undoMail)]).toEqual(['204', 'BAD_TOKEN'])
    expect([await signedIn(cleo.bearer), await signedIn(cleo.cookie)]).toEqual([false, false])
    expect(await signIn(cleo.email, cleo.password)).toBe('WRONG_CREDENTIALS')
    const [choose] = await mailsTo(it, cleo.email, { about: 'email is back' })
    const reset = { token: tokenIn(choose, 'reset'), password: 'these words are mine' }
    expect(codeOf(await send(null, '/api/auth/password', reset))).toBe('204')
    expect(await signIn(cleo.email, reset.password)).toBe('200')
  })

  test('undoing the first of two changes undoes both', async () => {
    const dora = await signUp(it, 'dora')
    await change(dora, 'dora.two@example.com')
    await confirm((await mailsTo(it, 'dora.two@example.com'))[0])
    await change(dora, 'dora.three@example.com')
    await confirm((await mailsTo(it, 'dora.three@example.com'))[0])
    const [first] = await mailsTo(it, dora.email, { about: 'email was changed' })
    const [second] = await mailsTo(it, 'dora.two@example.com', { about: 'email was changed' })
    expect([await undo(first), await undo(second)]).toEqual(['204', 'BAD_TOKEN'])
    const { email } = await it.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', dora.user_id)
      .executeTakeFirstOrThrow()
    expect(email).toBe(dora.email)
  })

  test('B6 a taken address gets the same response and changes nothing; its owner gets a mail', async () => {
    const [eva, finn] = [await signUp(it, 'eva'), await signUp(it, 'finn')]
    const taken = await change(eva, finn.email)
    const [mail] = await mailsTo(it, finn.email, { about: 'in use' })
    const answers = [taken, await change(eva, 'nobody.yet@example.com')]
    const shown = answers.map(({ statusCode, body, headers }) => [
      statusCode,
      body,
      Object.keys(headers).sort(),
    ])
    expect(shown[0]).toEqual(shown[1])
    expect(mail?.text).not.toContain('http')
    expect((await account(finn)).email).toBe(finn.email)
  })

  test('B6 an address that was taken meanwhile cannot be confirmed, nor by a link that is a day old', async () => {
    const gus = await signUp(it, 'gus')
    await change(gus, 'hugo@example.com')
    const [mail] = await mailsTo(it, 'hugo@example.com')
    await signUp(it, 'hugo')
    expect(await confirm(mail)).toBe('BAD_TOKEN')
    expect((await account(gus)).email).toBe(gus.email)
    await change(gus, 'late.gus@example.com')
    const [late] = await mailsTo(it, 'late.gus@example.com')
    await it.db
      .updateTable('email_changes')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where('user_id', '=', gus.user_id)
      .execute()
    expect(await confirm(late)).toBe('BAD_TOKEN')
  })

  test('a pending one can be deleted, which invalidates its link', async () => {
    const ines = await signUp(it, 'ines')
    await change(ines, 'ines.two@example.com')
    const [mail] = await mailsTo(it, 'ines.two@example.com')
    expect(codeOf(await ask(ines, 'DELETE', '/api/account/email'))).toBe('204')
    expect(await confirm(mail)).toBe('BAD_TOKEN')
  })
})

describe('preferences', () => {
  test('hold for all devices of a person; those that are not named stay as they were', async () => {
    const jon = await signUp(it, 'jon')
    const url = '/api/account/preferences'
    expect((await ask(jon, 'GET', url)).json()).toEqual({
      theme: 'system',
      language: 'auto',
      welcomed: false,
      link_previews: false,
    })
    expect((await ask(jon, 'PATCH', url, { theme: 'dark' })).json()).toEqual({
      theme: 'dark',
      language: 'auto',
      welcomed: false,
      link_previews: false,
    })
    expect((await ask(jon, 'PATCH', url, { language: 'en' })).json()).toEqual({
      theme: 'dark',
      language: 'en',
      welcomed: false,
      link_previews: false,
    })
    expect((await ask(jon, 'PATCH', url, { welcomed: true })).json()).toMatchObject({ welcomed: true })
    expect((await ask(jon, 'PATCH', url, { theme: 'neon' })).statusCode).toBe(400)
    const elsewhere = await it.app.inject({ url, headers: jon.cookie })
    expect(elsewhere.json()).toEqual({ theme: 'dark', language: 'en', welcomed: true, link_previews: false })
  })
})
