import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { type Caller, getOutcome, signedUp } from '../../../../test/actors/actor.ts'
import type { TestApp } from '../../../../test/world/app.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { getCookie } from '../../../../test/actors/people.ts'
import { deleteExpired } from '../sessions/delete-expired.queries.ts'

describe('sign-up', () => {
  const lu = { username: 'Lu_Skates.99', email: 'Lu@Example.com', password: 'nose slide for days' }

  test('API-02 API-09 AUTH-15 AUTH-16 starts no session until the email is verified', async ({
    app,
    visitor,
  }) => {
    const begun = Date.now()
    const answer = await visitor.send('POST', '/api/auth/sign-up', lu)
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    const users = () => app.db.selectFrom('users').selectAll().where('email', '=', 'lu@example.com').execute()
    expect(await users()).toEqual([])
    const accepted = await app.db
      .selectFrom('sign_ups')
      .select(['terms_accepted_at', 'terms_version'])
      .where('email', '=', 'lu@example.com')
      .executeTakeFirstOrThrow()
    expect(accepted).toEqual({ terms_accepted_at: expect.any(String), terms_version: TERMS_VERSION })
    expect(Date.parse(accepted.terms_accepted_at ?? '')).toBeGreaterThanOrEqual(begun)

    const { email, password } = lu
    await expect(visitor.signIn({ email, password })).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      detail: expect.stringContaining('Verify your email'),
    })
    expect(await getOutcome(visitor.signIn({ email, password: 'something else' }))).toBe('WRONG_CREDENTIALS')

    const [mail] = await mailsTo(app, 'lu@example.com')
    expect(mail?.subject).toContain('Verify')
    expect(mail?.text).toContain('Lu_Skates.99')
    expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(mail, 'verify') }))).toBe('done')
    expect(await users()).toMatchObject([
      {
        email: 'lu@example.com',
        email_verified: true,
        username: 'lu_skates.99',
        display_username: lu.username,
        ...accepted,
      },
    ])

    const signedIn = await visitor.send('POST', '/api/auth/sign-in', { email: 'LU@example.COM', password })
    expect(signedIn.statusCode).toBe(200)
    expect(signedIn.json().user).toMatchObject({
      email: 'lu@example.com',
      username: 'Lu_Skates.99',
      full_name: null,
      avatar_url: null,
      is_admin: false,
    })
    const session = await visitor.getSession(undefined, { headers: { cookie: getCookie(signedIn) } })
    expect(session).toMatchObject({ user: { username: 'Lu_Skates.99' } })
  })

  test('a verification link works once', async ({ app, visitor }) => {
    await visitor.signUp({ username: 'once', email: 'once@example.com', password: 'once and never again' })
    const [mail] = await mailsTo(app, 'once@example.com')
    const token = tokenIn(mail, 'verify')
    const answers = await Promise.all([1, 2, 3].map(() => getOutcome(visitor.verifyEmail({ token }))))
    expect(answers.toSorted()).toEqual(['BAD_TOKEN', 'BAD_TOKEN', 'done'])
  })

  test('API-10 a verification link lasts 24 hours; resending renews it', async ({ app, visitor }) => {
    const email = 'late@example.com'
    await visitor.signUp({ username: 'late', email, password: 'late as always' })
    const [mail] = await mailsTo(app, email)
    await app.db
      .updateTable('sign_ups')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .where('email', '=', email)
      .execute()
    expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(mail, 'verify') }))).toBe('BAD_TOKEN')
    expect(await getOutcome(visitor.resendVerification({ email }))).toBe('done')
    const [, again] = await mailsTo(app, email, { count: 2 })
    expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(again, 'verify') }))).toBe('done')
  })

  test('refuses a verification token that is not ours', async ({ visitor }) => {
    for (const token of ['', 'x', 'A'.repeat(64), `${'A'.repeat(63)}%`, 'A'.repeat(2000), 'null\u0000']) {
      await expect(visitor.verifyEmail({ token })).rejects.toMatchObject({ status: 400 })
    }
  })

  test('AUTH-21 refuses a sign-up with neither email nor phone', async ({ visitor }) => {
    const words = 'You must provide either an email or phone number and a password'
    const bodies = [
      {},
      { password: 'no address at all' },
      { email: '', password: '' },
      { email: 'a@example.com' },
    ]
    for (const body of bodies) {
      const refusal = { status: 400, code: 'CREDENTIALS_MISSING', detail: words }
      await expect(visitor.signIn(body)).rejects.toMatchObject(refusal)
      await expect(visitor.signUp(body)).rejects.toMatchObject(refusal)
    }
  })

  test.for<[string, string]>([
    ['short77', 'at least 8'],
    ['12345678', 'harder to guess'],
    ['Password1', 'harder to guess'],
    ['aaaaaaaaaa', 'harder to guess'],
    ['Kickflip99', 'harder to guess'],
    ['weak_one', 'your name'],
    ['weak@example.com', 'your name'],
  ])('AUTH-11 refuses the password %j with a reason', async ([password, reason], { visitor }) => {
    const body = { username: 'weak_one', email: 'weak@example.com', password }
    await expect(visitor.signUp(body)).rejects.toMatchObject({
      status: 400,
      code: 'WEAK_PASSWORD',
      detail: expect.stringContaining(reason),
    })
  })

  test('AUTH-11 reports all errors in a sign-up by field', async ({ app, visitor }) => {
    const wrong = { username: 'x y', email: 'no address', password: 'short' }
    await expect(visitor.signUp(wrong)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fields: {
        username: 'Use only letters, numbers, underscores, and periods.',
        email: 'That’s not a valid email address.',
        password: 'Choose a password of at least 8 characters.',
      },
    })
    await signedUp(app, 'all_at_once')
    const taken = { username: 'All_At_Once', email: 'other@example.com', password: 'password1' }
    await expect(visitor.signUp(taken)).rejects.toHaveProperty('fields', {
      username: 'This username is already taken.',
      password: expect.stringContaining('harder to guess'),
    })
  })

  test('names a phone number without email as unsupported instead of ignoring it', async ({ visitor }) => {
    const body = { username: 'by_phone', phone: '+351 912 345 678', password: 'some good words' }
    await expect(visitor.signUp(body)).rejects.toMatchObject({
      code: 'CREDENTIALS_MISSING',
      fields: { phone: expect.stringContaining('email address') },
    })
  })

  test('AUTH-11 reports a username that is in use, ignoring case', async ({ app, visitor }) => {
    await signedUp(app, 'Taken.One')
    for (const username of ['Taken.One', 'taken.one', 'TAKEN.ONE', ' taken.one ', 'ｔａｋｅｎ.one']) {
      const body = { username, email: 'new@example.com', password: 'some good words' }
      expect(await getOutcome(visitor.signUp(body))).toBe('USERNAME_TAKEN')
    }
  })

  test.for([
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
  ])('the username %j is reserved', async (username, { visitor }) => {
    const body = { username, email: 'new@example.com', password: 'some good words' }
    expect(await getOutcome(visitor.signUp(body))).toBe('USERNAME_TAKEN')
  })

  test.for(['ab', 'a'.repeat(31), 'two words', 'аdа', 'a\u202Eda', 'ada\u200B', 'ada@home', 'x\u0000y'])(
    'refuses the username %j',
    async (username, { visitor }) => {
      const body = { username, email: 'new@example.com', password: 'some good words' }
      expect(await getOutcome(visitor.signUp(body))).toBe('BAD_REQUEST')
    },
  )

  test.for([
    'ada＠example.com',
    'ada@exam ple.com',
    'ada@example.com\r\nBcc: all@example.com',
    'ada@example.com, ben@example.com',
    '"a b"@example.com',
    `${'a'.repeat(50)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(30)}.com`,
  ])('refuses the email %j', async (email, { visitor }) => {
    const body = { username: 'anybody', email, password: 'some good words' }
    expect(await getOutcome(visitor.signUp(body))).toBe('BAD_REQUEST')
  })

  test('a username is reserved for the first person who signed up with it, until the address is verified', async ({
    visitor,
  }) => {
    const first = { username: 'holder', email: 'first@example.com', password: 'the first of two' }
    const second = { username: 'HOLDER', email: 'second@example.com', password: 'the second of two' }
    const [a, b] = await Promise.all([getOutcome(visitor.signUp(first)), getOutcome(visitor.signUp(second))])
    expect([a, b].toSorted()).toEqual(['USERNAME_TAKEN', 'done'])
  })

  test('the response does not reveal whose sign-up reserved a username', async ({ app, visitor }) => {
    const first = { username: 'secret_of_ada', email: 'secret.ada@example.com', password: 'the words of ada' }
    expect(await getOutcome(visitor.signUp(first))).toBe('done')
    const shown = async (email: string) => {
      const { statusCode, headers, body } = await visitor.send('POST', '/api/auth/sign-up', {
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
    // Both requests queued the same job. Only the mailbox reveals the result.
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from jobs.job where name = 'mail-request' and data->>'what' = 'verification_wanted'
        and data->>'email' in (${first.email}, 'somebody.else@example.com')`.execute(app.db)
    expect(rows).toEqual([{ n: 2 }])
  })

  test('signing up again with the same name succeeds: immediately with the same password, otherwise through the mailbox', async ({
    app,
    visitor,
  }) => {
    const first = { username: 'again_and', email: 'again@example.com', password: 'the first password' }
    expect(await getOutcome(visitor.signUp(first))).toBe('done')
    expect(await getOutcome(visitor.signUp(first))).toBe('done')
    await expect(visitor.signUp({ ...first, password: 'another password' })).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
      detail: expect.stringContaining('link'),
    })
    const mails = await mailsTo(app, first.email, { about: 'Verify', count: 3 })
    expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(mails[2], 'verify') }))).toBe('done')
    const { email, password } = first
    expect((await visitor.signIn({ email, password })).user.username).toBe(first.username)
  })

  test('G-05 the profile and the account are created together or not at all', async ({ app, visitor }) => {
    const email = 'half@example.com'
    await visitor.signUp({ username: 'halfmade', email, password: 'all or nothing' })
    const [mail] = await mailsTo(app, email)
    const token = tokenIn(mail, 'verify')
    await sql`alter table profiles add constraint no_halves check (username <> 'halfmade')`.execute(app.db)
    await expect(visitor.verifyEmail({ token })).rejects.toMatchObject({ status: 500 })
    const rows = async () => [
      ...(await app.db.selectFrom('users').select('id').where('email', '=', email).execute()),
      ...(await app.db.selectFrom('profiles').select('user_id').where('username', '=', 'halfmade').execute()),
    ]
    expect(await rows()).toEqual([])
    await sql`alter table profiles drop constraint no_halves`.execute(app.db)
    expect(await getOutcome(visitor.verifyEmail({ token }))).toBe('done')
    expect(await rows()).toHaveLength(2)
  })

  test('A2 ignores unknown fields', async ({ app, visitor }) => {
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
    expect(await getOutcome(visitor.signUp(body))).toBe('done')
    const outcome = await getOutcome(visitor.signIn({ email, password: body.password, ...extra }))
    expect(outcome).toBe('EMAIL_NOT_VERIFIED')
    const [mail] = await mailsTo(app, email)
    await visitor.verifyEmail({ token: tokenIn(mail, 'verify'), ...extra })
    const { user } = await visitor.signIn({ email, password: body.password })
    expect(user.is_admin).toBe(false)
    expect(user.user_id).not.toBe(extra.user_id)
  })
})

describe('B8 an address claimed before its owner joins', () => {
  type On = { app: TestApp; visitor: Caller }
  const [attacker, victim] = ['the claim of an attacker', 'the password of the owner']
  const signUps = async (
    { app, visitor }: On,
    name: string,
    order: string[],
    nameFor: (password: string) => string,
  ) => {
    const email = `${name}@example.com`
    for (const [n, password] of order.entries()) {
      expect(await getOutcome(visitor.signUp({ username: nameFor(password), email, password }))).toBe('done')
      await mailsTo(app, email, { count: n + 1 })
    }
    return mailsTo(app, email, { count: order.length })
  }
  /** Inserts sign-ups as older versions did, which didn't check usernames against sign-ups for the same address. */
  const signUpsInOneName = async (on: On, name: string, order: string[]) => {
    const mails = await signUps(on, name, order, (by) => `${name}_${by === victim ? 'own' : 'claim'}`)
    await on.app.db
      .updateTable('sign_ups')
      .set({ username: name, display_username: name })
      .where('email', '=', `${name}@example.com`)
      .execute()
    return mails
  }
  const isOwnersAlone = async ({ app, visitor }: On, email: string, username: string) => {
    for (const password of [attacker, victim]) {
      expect(await getOutcome(visitor.signIn({ email, password }))).toBe('WRONG_CREDENTIALS')
    }
    const [mail] = await mailsTo(app, email, { about: 'Choose a password' })
    const password = 'chosen from the mailbox'
    expect(await getOutcome(visitor.newPassword({ token: tokenIn(mail, 'reset'), password }))).toBe('done')
    expect((await visitor.signIn({ email, password })).user.username).toBe(username)
    expect(await getOutcome(visitor.signIn({ email, password: attacker }))).toBe('WRONG_CREDENTIALS')
  }

  test.for<[string, string, string[]]>([
    ['late_owner', 'the attacker first', [attacker, victim]],
    ['early_owner', 'the owner first', [victim, attacker]],
    ['between', 'the attacker before and after', [attacker, victim, attacker]],
  ])(
    'belongs to its owner when they verify it: %s, %s',
    async ([name, _order, passwords], { app, visitor }) => {
      const on = { app, visitor }
      const email = `${name}@example.com`
      const mails = await signUps(on, name, passwords, (by) => `${name}_${by === victim ? 'own' : 'claim'}`)
      const mine = mails.find(({ text }) => text?.includes(`${name}_own`))
      const proven = await visitor.verifyEmail({ token: tokenIn(mine, 'verify') })
      // Two passwords are pending, so neither is used. The page explains that an email lets the owner choose one.
      expect(proven).toEqual({ email, has_password: false })
      for (const mail of mails.filter((other) => other !== mine)) {
        expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(mail, 'verify') }))).toBe('BAD_TOKEN')
      }
      await isOwnersAlone(on, email, `${name}_own`)
    },
  )

  test.for<[string, string[], string]>([
    ['samename1', [victim, attacker], 'last'],
    ['samename2', [victim, attacker], 'resent'],
    ['samename3', [attacker, victim], 'resent'],
  ])(
    'never uses the password of another sign-up with the same name: %s %j, %s email',
    async ([name, order, which], { app, visitor }) => {
      const on = { app, visitor }
      const email = `${name}@example.com`
      let mails = await signUpsInOneName(on, name, order)
      for (const password of [attacker, victim]) {
        expect(await getOutcome(visitor.signIn({ email, password }))).toBe('EMAIL_NOT_VERIFIED')
      }
      expect(await getOutcome(visitor.signIn({ email, password: 'of neither one' }))).toBe(
        'WRONG_CREDENTIALS',
      )
      if (which === 'resent') {
        await visitor.resendVerification({ email })
        mails = await mailsTo(app, email, { count: 3 })
        expect(tokenIn(mails[2], 'verify')).toBe(tokenIn(mails[0], 'verify'))
      }
      expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(mails.at(-1), 'verify') }))).toBe('done')
      await isOwnersAlone(on, email, name)
    },
  )

  test('a person who signs up twice with the same password can sign in with it', async ({ app, visitor }) => {
    const email = 'twice@example.com'
    const mails = await signUps({ app, visitor }, 'twice', [victim, victim], () => 'twice')
    expect(await getOutcome(visitor.verifyEmail({ token: tokenIn(mails[1], 'verify') }))).toBe('done')
    expect(await getOutcome(visitor.signIn({ email, password: victim }))).toBe('done')
  })

  test('a later sign-up does not become the first by waiting', async ({ app, visitor }) => {
    const email = 'patient@example.com'
    await signUpsInOneName({ app, visitor }, 'patient', [victim, attacker])
    const rows = () =>
      app.db.selectFrom('sign_ups').select('id').where('email', '=', email).orderBy('id').execute()
    const [first, second] = await rows()
    const age = (days: number, id = '') =>
      app.db
        .updateTable('sign_ups')
        .set({ created_at: sql`now() - make_interval(days => ${days}::int)` })
        .where('id', '=', id)
        .execute()
    await age(8, first?.id)
    await deleteExpired(app.db)
    expect(await rows()).toEqual([first, second])
    await age(9, first?.id)
    await age(8, second?.id)
    await deleteExpired(app.db)
    expect(await rows()).toEqual([])
  })
})
