import { expect } from 'vitest'
import { getOutcome } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'

test.for([
  ['zoe@bücher.example', 'ZOE@xn--bcher-kva.example', 'zoe@bücher.example'],
  ['yan@xn--e1afmkfd.xn--p1ai', 'yan@ПРИМЕР.рф', 'yan@пример.рф'],
  ['ken@例え。jp', 'ken@例え.jp', 'ken@例え.jp'],
  ['lea@münchen.example', 'LEA@XN--MNCHEN-3YA.example', 'lea@münchen.example'],
  ['ana@xn--espaol-zwa.example', 'ana@ESPAÑOL.example', 'ana@español.example'],
  ['mei@食狮。中国', 'mei@xn--85x722f.xn--fiqs8s', 'mei@食狮.中国'],
] as const)(
  'an internationalized domain is the same address in both spellings: %s and %s',
  async ([one, other, shown], { app, visitor }) => {
    const password = 'nose slide for days'
    const signUp = (username: string, email: string) =>
      visitor.send('POST', '/api/auth/sign-up', { username, email, password })
    const username = one.slice(0, one.indexOf('@'))
    expect((await signUp(`${username}_1`, one)).statusCode).toBe(202)
    const { email: stored } = await app.db
      .selectFrom('sign_ups')
      .select('email')
      .where('username', '=', `${username}_1`)
      .executeTakeFirstOrThrow()
    expect(stored).toMatch(/^[a-z]+@[!-~]+$/)
    const [mail] = await mailsTo(app, stored)
    await visitor.verifyEmail({ token: tokenIn(mail, 'verify') })
    for (const email of [one, other]) {
      const signedIn = await visitor.send('POST', '/api/auth/sign-in', { email, password })
      expect(signedIn.json().user).toMatchObject({ username: `${username}_1`, email: shown })
      expect(await getOutcome(visitor.signIn({ email, password: 'something else 1' }))).toBe(
        'WRONG_CREDENTIALS',
      )
    }
    // An address that is taken gets the same response, but no second account.
    expect((await signUp(`${username}_2`, other)).statusCode).toBe(202)
    expect(
      await app.db.selectFrom('users').select('email').where('email', '=', stored).execute(),
    ).toHaveLength(1)
    expect(
      await getOutcome(visitor.signIn({ email: `nobody${other.slice(other.indexOf('@'))}`, password })),
    ).toBe('WRONG_CREDENTIALS')
  },
)
