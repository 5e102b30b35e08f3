import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { getOutcome, signedUp } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { jobsDone } from '../../../../test/world/jobs.ts'
import { storedMails, mailsTo, tokenIn } from '../../../../test/services/mails.ts'

describe('a new password', () => {
  test('API-11 B5 is sent by email, works once, ends every session, and the owner gets an email', async ({
    app,
    visitor,
  }) => {
    const { email, password, bearer, cookie } = await signedUp(app, 'forgetful')
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await visitor.forgotPassword({ email }, { headers })
    const [reset] = await mailsTo(app, email, { about: 'new password' })
    expect(reset?.text).toContain('http://localhost:3000/auth?reset=')
    expect(`${reset?.text}${reset?.html}`).not.toContain('evil')
    const token = tokenIn(reset, 'reset')
    expect(JSON.stringify(await app.db.selectFrom('verifications').selectAll().execute())).not.toContain(
      token,
    )

    expect(await getOutcome(visitor.newPassword({ token, password: 'password1' }))).toBe('WEAK_PASSWORD')
    const fresh = 'a fresh set of wheels'
    const answers = await Promise.all(
      [1, 2].map(() => visitor.send('POST', '/api/auth/password', { token, password: fresh })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400])
    for (const answer of answers) expect(String(answer.headers['set-cookie'])).not.toContain('session')
    expect((await visitor.getSession(undefined, { headers: bearer })).user).toBeNull()
    expect((await visitor.getSession(undefined, { headers: cookie })).user).toBeNull()
    expect(await getOutcome(visitor.signIn({ email, password }))).toBe('WRONG_CREDENTIALS')
    expect(await getOutcome(visitor.signIn({ email, password: fresh }))).toBe('done')
    await mailsTo(app, email, { about: 'Your Nollie password was changed' })
  })

  test('B5 a reset link expires after 10 minutes, or when another one is used', async ({ app, visitor }) => {
    const { email } = await signedUp(app, 'slowly')
    await visitor.forgotPassword({ email })
    await visitor.forgotPassword({ email })
    const [first, second] = await mailsTo(app, email, { about: 'new password', count: 2 })
    expect(
      await getOutcome(visitor.newPassword({ token: tokenIn(second, 'reset'), password: 'grind it slowly' })),
    ).toBe('done')
    expect(
      await getOutcome(visitor.newPassword({ token: tokenIn(first, 'reset'), password: 'grind it again' })),
    ).toBe('BAD_TOKEN')
    await visitor.forgotPassword({ email })
    const [, , third] = await mailsTo(app, email, { about: 'new password', count: 3 })
    const { expires_at } = await app.db
      .selectFrom('verifications')
      .select('expires_at')
      // Excludes the "It wasn't me" link in the email about the new password.
      .where('value', 'not like', 'not-me:%')
      .executeTakeFirstOrThrow()
    expect((Date.parse(expires_at) - Date.now()) / 60_000).toBeLessThan(10)
    await app.db.updateTable('verifications').set({ expires_at: sql`now() - interval '1 second'` }).execute()
    expect(
      await getOutcome(visitor.newPassword({ token: tokenIn(third, 'reset'), password: 'grind it late' })),
    ).toBe('BAD_TOKEN')
  })
})

describe('B6 responses do not reveal who has an account', () => {
  test('AUTH-11 signing up with a known address gets the same response and changes nothing; its owner gets an email', async ({
    app,
    visitor,
  }) => {
    const { email, password } = await signedUp(app, 'known')
    const body = { username: 'somebody_else', email, password: 'a stranger came by' }
    const signUp = (sent: object) => visitor.send('POST', '/api/auth/sign-up', sent)
    const answers = [
      await signUp(body),
      await signUp({ ...body, username: 'somebody_new', email: 'unknown@example.com' }),
    ]
    const shown = answers.map(({ statusCode, body: text, headers }) => [
      statusCode,
      text,
      Object.keys(headers).toSorted(),
    ])
    expect(shown[0]).toEqual(shown[1])
    const [mail] = await mailsTo(app, email, { about: 'already have' })
    expect(mail?.text).not.toContain('verify=')
    expect(await getOutcome(visitor.signIn({ email, password: body.password }))).toBe('WRONG_CREDENTIALS')
    expect(await getOutcome(visitor.signIn({ email, password }))).toBe('done')
  })

  test('resending links and forgotten passwords get the same response, but only known addresses get emails', async ({
    app,
    visitor,
  }) => {
    const { email } = await signedUp(app, 'verified')
    for (const path of ['verification-mails', 'password-resets']) {
      for (const address of [email, 'nobody@example.com']) {
        const answer = await visitor.send('POST', `/api/auth/${path}`, { email: address })
        expect([answer.statusCode, answer.body]).toEqual([202, ''])
      }
    }
    await mailsTo(app, email, { about: 'new password' })
    for (const kind of ['mail-request', 'requested-mail']) await jobsDone(app.db, kind)
    const subjects = (await storedMails(app, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.includes('new password'))).toHaveLength(1)
    expect(await storedMails(app, 'nobody@example.com')).toEqual([])
  })
})

test('the sign-up link continues to the person’s destination, which is a path on this site', async ({
  app,
  visitor,
}) => {
  const signUp = (next: string, username: string) =>
    visitor.signUp({ username, email: `${username}@example.com`, password: 'rolls away clean', next })
  await signUp('/spot/1?item=2', 'on.the.way')
  const [mail] = await mailsTo(app, 'on.the.way@example.com')
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  expect(link.searchParams.get('next')).toBe('/spot/1?item=2')
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a b',
    `/${'x'.repeat(300)}`,
  ])
    await expect(signUp(next, 'elsewhere'), next).rejects.toMatchObject({
      status: 400,
      fields: { next: expect.any(String) },
    })
})
