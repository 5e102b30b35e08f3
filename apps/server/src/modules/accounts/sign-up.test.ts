import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { mailsTo, tokenIn } from '../../../test/mails.ts'
import { cookieOf, post, signUp } from '../../../test/people.ts'
import { deleteExpired } from './accounts.queries.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  post(it.app, `/api/auth/${path}`, body, headers)
const codeOf = async (answer: ReturnType<typeof send>): Promise<string> => {
  const { statusCode, body } = await answer
  return body ? String(JSON.parse(body).code ?? statusCode) : String(statusCode)
}
const sessionOf = async (headers: Record<string, string>) =>
  (await it.app.inject({ url: '/api/session', headers })).json()

describe('sign-up', () => {
  const lu = { username: 'Lu_Skates.99', email: 'Lu@Example.com', password: 'nose slide for days' }

  test('AUTH-15 AUTH-16 gives no session; the mail proves the address; only then sign-in works', async () => {
    const begun = Date.now()
    const answer = await send('sign-up', lu)
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await it.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    const users = () => it.db.selectFrom('users').selectAll().where('email', '=', 'lu@example.com').execute()
    expect(await users()).toEqual([])
    const accepted = await it.db
      .selectFrom('sign_ups')
      .select(['terms_accepted_at', 'terms_version'])
      .where('email', '=', 'lu@example.com')
      .executeTakeFirstOrThrow()
    expect(accepted).toEqual({ terms_accepted_at: expect.any(String), terms_version: TERMS_VERSION })
    expect(Date.parse(accepted.terms_accepted_at ?? '')).toBeGreaterThanOrEqual(begun)

    const { email, password } = lu
    const early = await send('sign-in', { email, password })
    expect(early.json()).toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      detail: expect.stringContaining('verify your email'),
    })
    expect(await codeOf(send('sign-in', { email, password: 'something else 1' }))).toBe('WRONG_CREDENTIALS')

    const [mail] = await mailsTo(it, 'lu@example.com')
    expect(mail?.subject).toContain('Verify')
    expect(mail?.text).toContain('Lu_Skates.99')
    expect(await codeOf(send('verify', { token: tokenIn(mail, 'verify') }))).toBe('200')
    expect(await users()).toMatchObject([
      {
        email: 'lu@example.com',
        email_verified: true,
        username: 'lu_skates.99',
        display_username: lu.username,
        ...accepted,
      },
    ])

    const signedIn = await send('sign-in', { email: 'LU@example.COM', password })
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.json().user).toMatchObject({
      email: 'lu@example.com',
      username: 'Lu_Skates.99',
      full_name: null,
      avatar_url: null,
      is_admin: false,
    })
    expect(await sessionOf({ cookie: cookieOf(signedIn) })).toMatchObject({
      user: { username: 'Lu_Skates.99' },
    })
  })

  test('a verification link works once', async () => {
    await send('sign-up', { username: 'once', email: 'once@example.com', password: 'once and never again' })
    const [mail] = await mailsTo(it, 'once@example.com')
    const token = tokenIn(mail, 'verify')
    const answers = await Promise.all([1, 2, 3].map(() => codeOf(send('verify', { token }))))
    expect(answers.toSorted()).toEqual(['200', 'BAD_TOKEN', 'BAD_TOKEN'])
  })

  test('a verification link works for 24 hours, and a resent one again', async () => {
    const email = 'late@example.com'
    await send('sign-up', { username: 'late', email, password: 'late as always' })
    const [mail] = await mailsTo(it, email)
    await it.db
      .updateTable('sign_ups')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .where('email', '=', email)
      .execute()
    expect(await codeOf(send('verify', { token: tokenIn(mail, 'verify') }))).toBe('BAD_TOKEN')
    expect(await codeOf(send('verification-mails', { email }))).toBe('202')
    const [, again] = await mailsTo(it, email, { count: 2 })
    expect(await codeOf(send('verify', { token: tokenIn(again, 'verify') }))).toBe('200')
  })

  test('a verification token that is not ours is refused', async () => {
    for (const token of ['', 'x', 'A'.repeat(64), `${'A'.repeat(63)}%`, 'A'.repeat(2000), 'null\u0000']) {
      expect((await send('verify', { token })).statusCode).toBe(400)
    }
  })

  test('AUTH-21 neither e-mail nor phone', async () => {
    const words = 'You must provide either an email or phone number and a password'
    const bodies = [
      {},
      { password: 'no address at all' },
      { email: '', password: '' },
      { email: 'a@example.com' },
    ]
    for (const body of bodies) {
      for (const path of ['sign-in', 'sign-up']) {
        const answer = await send(path, body)
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toMatchObject({ code: 'CREDENTIALS_MISSING', detail: words })
      }
    }
  })

  test.each([
    ['short77', 'at least 8'],
    ['12345678', 'harder to guess'],
    ['Password1', 'harder to guess'],
    ['aaaaaaaaaa', 'harder to guess'],
    ['Kickflip99', 'harder to guess'],
    ['weak_one', 'your name'],
    ['weak@example.com', 'your name'],
  ])('AUTH-11 the password %j is refused with a reason', async (password, reason) => {
    const answer = await send('sign-up', { username: 'weak_one', email: 'weak@example.com', password })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'WEAK_PASSWORD', detail: expect.stringContaining(reason) })
  })

  test('AUTH-11 all errors of a sign-up are reported at once, by field, in sentences', async () => {
    const answer = await send('sign-up', { username: 'x y', email: 'no address', password: 'short' })
    expect(answer.json()).toMatchObject({
      code: 'BAD_REQUEST',
      fields: {
        username: 'Please use only letters, digits, _ and . in your username.',
        email: 'This is not an email address.',
        password: 'Please choose a password of at least 8 characters.',
      },
    })
    await signUp(it, 'all_at_once')
    const taken = { username: 'All_At_Once', email: 'other@example.com', password: 'password1' }
    expect((await send('sign-up', taken)).json().fields).toEqual({
      username: 'This username is already taken.',
      password: expect.stringContaining('harder to guess'),
    })
  })

  test('a phone number alone is refused by name, not overlooked', async () => {
    const answer = await send('sign-up', {
      username: 'by_phone',
      phone: '+351 912 345 678',
      password: 'some good words',
    })
    expect(answer.json()).toMatchObject({
      code: 'CREDENTIALS_MISSING',
      fields: { phone: expect.stringContaining('email address') },
    })
  })

  test('AUTH-11 a username in use is reported, whatever its case', async () => {
    await signUp(it, 'Taken.One')
    for (const username of ['Taken.One', 'taken.one', 'TAKEN.ONE', ' taken.one ', 'ｔａｋｅｎ.one']) {
      const body = { username, email: 'new@example.com', password: 'some good words' }
      expect(await codeOf(send('sign-up', body))).toBe('USERNAME_TAKEN')
    }
  })

  test.each([
    'admin',
    'Admin',
    'a.d.m.i.n',
    '_root_',
    'n0llie',
    'Nollie',
    'supp0rt',
    'm0derat0r',
    'nollie_team',
    'adrnin',
  ])('the username %j is reserved', async (username) => {
    const body = { username, email: 'new@example.com', password: 'some good words' }
    expect(await codeOf(send('sign-up', body))).toBe('USERNAME_TAKEN')
  })

  test.each(['ab', 'a'.repeat(31), 'two words', 'аdа', 'a\u202Eda', 'ada\u200B', 'ada@home', 'x\u0000y'])(
    'the username %j is refused',
    async (username) => {
      const body = { username, email: 'new@example.com', password: 'some good words' }
      expect(await codeOf(send('sign-up', body))).toBe('BAD_REQUEST')
    },
  )

  test.each([
    'ada＠example.com',
    'ada@exam ple.com',
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com, ben@example.com',
    '"a b"@example.com',
    `${'a'.repeat(50)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(30)}.com`,
  ])('the e-mail %j is refused', async (email) => {
    const body = { username: 'anybody', email, password: 'some good words' }
    expect(await codeOf(send('sign-up', body))).toBe('BAD_REQUEST')
  })

  test('a username is reserved for whoever signed up with it first, until the address is proven', async () => {
    const first = { username: 'holder', email: 'first@example.com', password: 'the first of two' }
    const second = { username: 'HOLDER', email: 'second@example.com', password: 'the second of two' }
    const [a, b] = await Promise.all([codeOf(send('sign-up', first)), codeOf(send('sign-up', second))])
    expect([a, b].toSorted()).toEqual(['202', 'USERNAME_TAKEN'])
  })

  test('the response does not reveal whose sign-up waits under a username', async () => {
    const first = { username: 'secret_of_ada', email: 'secret.ada@example.com', password: 'the words of ada' }
    expect(await codeOf(send('sign-up', first))).toBe('202')
    const shown = async (email: string) => {
      const { statusCode, headers, body } = await send('sign-up', {
        ...first,
        email,
        username: 'Secret_of_Ada',
        password: 'a guess at whose',
      })
      const { request_id: _, ...rest } = JSON.parse(body)
      return [statusCode, Object.keys(headers).toSorted(), rest]
    }
    const right = await shown(first.email)
    expect(right[0]).toBe(409)
    expect(await shown('somebody.else@example.com')).toEqual(right)
    // Both queued the same job; only the mailbox learns its outcome.
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from jobs.job where name = 'mail-request' and data->>'what' = 'verification_wanted'
        and data->>'email' in (${first.email}, 'somebody.else@example.com')`.execute(it.db)
    expect(rows).toEqual([{ n: 2 }])
  })

  test('signing up again with the same name succeeds: with the same password at once, else by the mailbox', async () => {
    const first = { username: 'again_and', email: 'again@example.com', password: 'the first password' }
    expect(await codeOf(send('sign-up', first))).toBe('202')
    expect(await codeOf(send('sign-up', first))).toBe('202')
    const other = await send('sign-up', { ...first, password: 'another password' })
    expect(other.json()).toMatchObject({ code: 'USERNAME_TAKEN', detail: expect.stringContaining('mail') })
    const mails = await mailsTo(it, first.email, { about: 'Verify', count: 3 })
    expect(await codeOf(send('verify', { token: tokenIn(mails[2], 'verify') }))).toBe('200')
    const { email, password } = first
    expect((await send('sign-in', { email, password })).json().user.username).toBe(first.username)
  })

  test('G-05 the profile is made with the account or neither is', async () => {
    const email = 'half@example.com'
    await send('sign-up', { username: 'halfmade', email, password: 'all or nothing' })
    const [mail] = await mailsTo(it, email)
    const token = tokenIn(mail, 'verify')
    await sql`alter table profiles add constraint no_halves check (username <> 'halfmade')`.execute(it.db)
    expect((await send('verify', { token })).statusCode).toBe(500)
    const rows = async () => [
      ...(await it.db.selectFrom('users').select('id').where('email', '=', email).execute()),
      ...(await it.db.selectFrom('profiles').select('user_id').where('username', '=', 'halfmade').execute()),
    ]
    expect(await rows()).toEqual([])
    await sql`alter table profiles drop constraint no_halves`.execute(it.db)
    expect(await codeOf(send('verify', { token }))).toBe('200')
    expect(await rows()).toHaveLength(2)
  })

  test('A2 unknown fields are ignored', async () => {
    const extra = {
      is_admin: true,
      email_verified: true,
      emailVerified: true,
      user_id: '01a1fdff-35ae-7412-b823-b06137f316bb',
      id: '01a1fdff-35ae-7412-b823-b06137f316bb',
      created_at: '2001-01-01T00:00:00Z',
    }
    const email = 'mass@example.com'
    const body = { username: 'massassign', email, password: 'nothing but the fields', ...extra }
    expect(await codeOf(send('sign-up', body))).toBe('202')
    expect(await codeOf(send('sign-in', { email, password: body.password, ...extra }))).toBe(
      'EMAIL_NOT_VERIFIED',
    )
    const [mail] = await mailsTo(it, email)
    await send('verify', { token: tokenIn(mail, 'verify'), ...extra })
    const answer = await send('sign-in', { email, password: body.password })
    expect(answer.json().user.is_admin).toBe(false)
    expect(answer.json().user.user_id).not.toBe(extra.user_id)
  })
})

describe('B8 an address claimed before its owner comes', () => {
  const [attacker, victim] = ['the claim of an attacker', 'the password of the owner']
  const signUps = async (name: string, order: string[], nameFor: (password: string) => string) => {
    const email = `${name}@example.com`
    for (const [n, password] of order.entries()) {
      expect(await codeOf(send('sign-up', { username: nameFor(password), email, password }))).toBe('202')
      await mailsTo(it, email, { count: n + 1 })
    }
    return mailsTo(it, email, { count: order.length })
  }
  /** Inserts a sign-up as earlier versions did, which did not reserve a username against its own address. */
  const signUpsInOneName = async (name: string, order: string[]) => {
    const mails = await signUps(name, order, (by) => `${name}_${by === victim ? 'own' : 'claim'}`)
    await it.db
      .updateTable('sign_ups')
      .set({ username: name, display_username: name })
      .where('email', '=', `${name}@example.com`)
      .execute()
    return mails
  }
  const isOwnersAlone = async (email: string, username: string) => {
    for (const password of [attacker, victim]) {
      expect(await codeOf(send('sign-in', { email, password }))).toBe('WRONG_CREDENTIALS')
    }
    const [mail] = await mailsTo(it, email, { about: 'Choose a password' })
    const password = 'chosen from the mailbox'
    expect(await codeOf(send('password', { token: tokenIn(mail, 'reset'), password }))).toBe('204')
    expect((await send('sign-in', { email, password })).json().user.username).toBe(username)
    expect(await codeOf(send('sign-in', { email, password: attacker }))).toBe('WRONG_CREDENTIALS')
  }

  test.each([
    ['late_owner', 'the attacker first', [attacker, victim]],
    ['early_owner', 'the owner first', [victim, attacker]],
    ['between', 'the attacker before and after', [attacker, victim, attacker]],
  ])("is its owner's when they prove it: %s, %s", async (name, _order, passwords) => {
    const email = `${name}@example.com`
    const mails = await signUps(name, passwords, (by) => `${name}_${by === victim ? 'own' : 'claim'}`)
    const mine = mails.find(({ text }) => text?.includes(`${name}_own`))
    const proven = await send('verify', { token: tokenIn(mine, 'verify') })
    // Two passwords wait, so neither counts; the page says that a mail leads to a new one.
    expect([proven.statusCode, proven.json()]).toEqual([200, { has_password: false }])
    for (const mail of mails.filter((other) => other !== mine)) {
      expect(await codeOf(send('verify', { token: tokenIn(mail, 'verify') }))).toBe('BAD_TOKEN')
    }
    await isOwnersAlone(email, `${name}_own`)
  })

  test.each([
    ['samename1', [victim, attacker], 'last'],
    ['samename2', [victim, attacker], 'resent'],
    ['samename3', [attacker, victim], 'resent'],
  ])('no password is taken from a sign-up in the same name: %s %j, %s mail', async (name, order, which) => {
    const email = `${name}@example.com`
    let mails = await signUpsInOneName(name, order)
    for (const password of [attacker, victim]) {
      expect(await codeOf(send('sign-in', { email, password }))).toBe('EMAIL_NOT_VERIFIED')
    }
    expect(await codeOf(send('sign-in', { email, password: 'of neither of them' }))).toBe('WRONG_CREDENTIALS')
    if (which === 'resent') {
      await send('verification-mails', { email })
      mails = await mailsTo(it, email, { count: 3 })
      expect(tokenIn(mails[2], 'verify')).toBe(tokenIn(mails[0], 'verify'))
    }
    expect(await codeOf(send('verify', { token: tokenIn(mails.at(-1), 'verify') }))).toBe('200')
    await isOwnersAlone(email, name)
  })

  test('whoever signs up twice with the same password signs in with it', async () => {
    const email = 'twice@example.com'
    const mails = await signUps('twice', [victim, victim], () => 'twice')
    expect(await codeOf(send('verify', { token: tokenIn(mails[1], 'verify') }))).toBe('200')
    expect((await send('sign-in', { email, password: victim })).statusCode).toBe(200)
  })

  test('a later sign-up does not become the first by waiting', async () => {
    const email = 'patient@example.com'
    await signUpsInOneName('patient', [victim, attacker])
    const rows = () =>
      it.db.selectFrom('sign_ups').select('id').where('email', '=', email).orderBy('id').execute()
    const [first, second] = await rows()
    const age = (days: number, id = '') =>
      it.db
        .updateTable('sign_ups')
        .set({ created_at: sql`now() - make_interval(days => ${days}::int)` })
        .where('id', '=', id)
        .execute()
    await age(8, first?.id)
    await deleteExpired(it.db)
    expect(await rows()).toEqual([first, second])
    await age(9, first?.id)
    await age(8, second?.id)
    await deleteExpired(it.db)
    expect(await rows()).toEqual([])
  })
})
