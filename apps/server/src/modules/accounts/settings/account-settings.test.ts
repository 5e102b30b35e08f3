import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { describe, expect } from 'vitest'
import { type Actor, type Caller, getOutcome, type Refused, signedUp } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { until } from '../../../../test/world/until.ts'

async function isSignedIn(visitor: Caller, headers: Record<string, string>): Promise<boolean> {
  return (await visitor.getSession(undefined, { headers })).user !== null
}

function signsIn(visitor: Caller, email: string, password: string) {
  return getOutcome(visitor.signIn({ email, password }))
}

describe('a new password, with the current one', () => {
  test('API-13 API-15 B1 needs the current one; ends all other sessions and emails the owner', async ({
    app,
    visitor,
  }) => {
    const ada = await signedUp(app, 'ada')
    const fresh = 'a fresh set of bearings'
    const change = (current_password: string, new_password: string) =>
      ada.changePassword({ current_password, new_password })
    const refusal = (call: Promise<unknown>) =>
      call.catch(({ code, fields }: Refused) => [code, Object.keys(fields ?? {})])
    expect(await refusal(change('not the password', fresh))).toEqual(['WRONG_PASSWORD', ['current_password']])
    expect(await refusal(change(ada.password, 'password1'))).toEqual(['WEAK_PASSWORD', ['new_password']])
    expect([await isSignedIn(visitor, ada.bearer), await isSignedIn(visitor, ada.cookie)]).toEqual([
      true,
      true,
    ])

    await change(ada.password, fresh)
    expect([await isSignedIn(visitor, ada.bearer), await isSignedIn(visitor, ada.cookie)]).toEqual([
      true,
      false,
    ])
    expect([
      await signsIn(visitor, ada.email, ada.password),
      await signsIn(visitor, ada.email, fresh),
    ]).toEqual(['WRONG_CREDENTIALS', 'done'])
    const [mail] = await mailsTo(app, ada.email, { about: 'password was changed' })
    expect(mail?.text).toMatch(/all\s+other\s+devices/)
  })

  test('refuses one’s own name or address as password; the emailed link stays valid', async ({
    app,
    visitor,
  }) => {
    const who = await signedUp(app, 'bartholomew.k')
    const own = ['Bartholomew.K', who.email]
    for (const new_password of own) {
      const body = { current_password: who.password, new_password }
      expect(await getOutcome(who.changePassword(body))).toBe('WEAK_PASSWORD')
    }
    await visitor.forgotPassword({ email: who.email })
    const [reset] = await mailsTo(app, who.email, { about: 'new password' })
    const set = (password: string) =>
      getOutcome(visitor.newPassword({ token: tokenIn(reset, 'reset'), password }))
    for (const password of own) expect(await set(password)).toBe('WEAK_PASSWORD')
    expect(await set('a fresh set of trucks')).toBe('done')
  })

  test('B5 invalidates links emailed before', async ({ app, visitor }) => {
    const ben = await signedUp(app, 'ben')
    const { email } = ben
    await visitor.forgotPassword({ email })
    const [reset] = await mailsTo(app, email, { about: 'new password' })
    await ben.changeEmail({ password: ben.password, email: 'thief@example.com' })
    const [waiting] = await mailsTo(app, 'thief@example.com')
    await ben.changePassword({ current_password: ben.password, new_password: 'some other good words' })
    const reused = { token: tokenIn(reset, 'reset'), password: 'words of a thief' }
    expect(await getOutcome(visitor.newPassword(reused))).toBe('BAD_TOKEN')
    const token = tokenIn(waiting, 'email')
    expect(await getOutcome(visitor.confirmEmail({ token }))).toBe('BAD_TOKEN')
    expect((await ben.getAccount()).pending_email).toBeNull()
  })
})

describe('a change of email address', () => {
  const change = (who: Actor, email: string, password = who.password) => who.changeEmail({ password, email })
  const confirm = (visitor: Caller, mail: Email | undefined) =>
    getOutcome(visitor.confirmEmail({ token: tokenIn(mail, 'email') }))
  const undo = (visitor: Caller, mail: Email | undefined) =>
    getOutcome(visitor.undoEmail({ token: tokenIn(mail, 'undo') }))

  test('confirming an address locks the account before its rows, like account deletion', async ({
    app,
    visitor,
  }) => {
    const lena = await signedUp(app, 'lena')
    await change(lena, 'new.lena@example.com')
    const [mail] = await mailsTo(app, 'new.lena@example.com')
    const { confirmed } = await app.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${lena.user_id} for update`.execute(tx)
      const sent = confirm(visitor, mail)
      await until(
        async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
          expect(rows.length).toBeGreaterThan(0)
        },
        { interval: 20 },
      )
      await sql`select from email_changes where user_id = ${lena.user_id} for update nowait`.execute(tx)
      return { confirmed: sent }
    })
    expect(await confirmed).toBe('done')
  })

  test('API-14 API-15 takes effect once confirmed; an email to the old address can undo it', async ({
    app,
    visitor,
  }) => {
    const cleo = await signedUp(app, 'cleo')
    expect(await getOutcome(change(cleo, 'new.cleo@example.com', 'not the password'))).toBe('WRONG_PASSWORD')
    await change(cleo, 'New.Cleo@Example.com')
    expect(await cleo.getAccount()).toMatchObject({
      email: cleo.email,
      pending_email: 'new.cleo@example.com',
    })
    expect(await signsIn(visitor, 'new.cleo@example.com', cleo.password)).toBe('WRONG_CREDENTIALS')
    const [mail] = await mailsTo(app, 'new.cleo@example.com')
    expect([await confirm(visitor, mail), await confirm(visitor, mail)]).toEqual(['done', 'BAD_TOKEN'])
    expect(await cleo.getAccount()).toMatchObject({ email: 'new.cleo@example.com', pending_email: null })
    expect(await signsIn(visitor, cleo.email, cleo.password)).toBe('WRONG_CREDENTIALS')
    expect(await signsIn(visitor, 'new.cleo@example.com', cleo.password)).toBe('done')

    const [undoMail] = await mailsTo(app, cleo.email, { about: 'email was changed' })
    expect([await undo(visitor, undoMail), await undo(visitor, undoMail)]).toEqual(['done', 'BAD_TOKEN'])
    expect([await isSignedIn(visitor, cleo.bearer), await isSignedIn(visitor, cleo.cookie)]).toEqual([
      false,
      false,
    ])
    expect(await signsIn(visitor, cleo.email, cleo.password)).toBe('WRONG_CREDENTIALS')
    const [choose] = await mailsTo(app, cleo.email, { about: 'email is back' })
    const reset = { token: tokenIn(choose, 'reset'), password: 'these words are mine' }
    expect(await getOutcome(visitor.newPassword(reset))).toBe('done')
    expect(await signsIn(visitor, cleo.email, reset.password)).toBe('done')
  })

  test('undoing the first of two changes undoes both', async ({ app, visitor }) => {
    const dora = await signedUp(app, 'dora')
    await change(dora, 'dora.two@example.com')
    await confirm(visitor, (await mailsTo(app, 'dora.two@example.com'))[0])
    await change(dora, 'dora.three@example.com')
    await confirm(visitor, (await mailsTo(app, 'dora.three@example.com'))[0])
    const [first] = await mailsTo(app, dora.email, { about: 'email was changed' })
    const [second] = await mailsTo(app, 'dora.two@example.com', { about: 'email was changed' })
    expect([await undo(visitor, first), await undo(visitor, second)]).toEqual(['done', 'BAD_TOKEN'])
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', dora.user_id)
      .executeTakeFirstOrThrow()
    expect(email).toBe(dora.email)
  })

  test('B6 a taken address gets the same response and changes nothing; its owner gets an email', async ({
    app,
  }) => {
    const [eva, finn] = [await signedUp(app, 'eva'), await signedUp(app, 'finn')]
    const ask = (email: string) => eva.send('POST', '/api/account/email', { password: eva.password, email })
    const taken = await ask(finn.email)
    const [mail] = await mailsTo(app, finn.email, { about: 'in use' })
    const answers = [taken, await ask('nobody.yet@example.com')]
    const shown = answers.map(({ statusCode, body, headers }) => [
      statusCode,
      body,
      Object.keys(headers).sort(),
    ])
    expect(shown[0]).toEqual(shown[1])
    expect(mail?.text).not.toContain('http')
    expect((await finn.getAccount()).email).toBe(finn.email)
  })

  test("B6 an address that was taken in the meantime can't be confirmed, nor can an expired link", async ({
    app,
    visitor,
  }) => {
    const gus = await signedUp(app, 'gus')
    await change(gus, 'hugo@example.com')
    const [mail] = await mailsTo(app, 'hugo@example.com')
    await signedUp(app, 'hugo')
    expect(await confirm(visitor, mail)).toBe('BAD_TOKEN')
    expect((await gus.getAccount()).email).toBe(gus.email)
    await change(gus, 'late.gus@example.com')
    const [late] = await mailsTo(app, 'late.gus@example.com')
    await app.db
      .updateTable('email_changes')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where('user_id', '=', gus.user_id)
      .execute()
    expect(await confirm(visitor, late)).toBe('BAD_TOKEN')
  })

  test('a pending one can be deleted, which invalidates its link', async ({ app, visitor }) => {
    const ines = await signedUp(app, 'ines')
    await change(ines, 'ines.two@example.com')
    const [mail] = await mailsTo(app, 'ines.two@example.com')
    await ines.forgetEmailChange()
    expect(await confirm(visitor, mail)).toBe('BAD_TOKEN')
  })
})

describe('preferences', () => {
  test('apply to all of a person’s devices; absent ones stay unchanged', async ({ app, visitor }) => {
    const jon = await signedUp(app, 'jon')
    expect(await jon.getPreferences()).toEqual({
      theme: 'system',
      language: 'auto',
      welcomed: false,
      link_previews: false,
      deck_cm: null,
    })
    expect(await jon.setPreferences({ theme: 'dark' })).toEqual({
      theme: 'dark',
      language: 'auto',
      welcomed: false,
      link_previews: false,
      deck_cm: null,
    })
    expect(await jon.setPreferences({ language: 'en' })).toEqual({
      theme: 'dark',
      language: 'en',
      welcomed: false,
      link_previews: false,
      deck_cm: null,
    })
    expect(await jon.setPreferences({ welcomed: true })).toMatchObject({ welcomed: true })
    expect(await getOutcome(jon.setPreferences({ theme: 'neon' as 'dark' }))).toBe('BAD_REQUEST')
    const elsewhere = await visitor.getPreferences(undefined, { headers: jon.cookie })
    expect(elsewhere).toEqual({
      theme: 'dark',
      language: 'en',
      welcomed: true,
      link_previews: false,
      deck_cm: null,
    })
  })

  test('emails are in the language that their recipient chose, with people’s own text unchanged', async ({
    app,
  }) => {
    const kim = await signedUp(app, 'kim')
    await kim.setPreferences({ language: 'de' })
    const password = 'goofy-and-proud-42'
    await kim.changePassword({ current_password: kim.password, new_password: password })
    const [mail] = await mailsTo(app, kim.email, { about: 'Passwort' })
    expect(mail?.subject).toBe('Dein Nollie-Passwort wurde geändert')
    expect(mail?.html).toContain('<html lang="de">')
    expect(mail?.html).toContain('Wenn der Button nicht funktioniert, öffne diesen Link:')
    expect(mail?.text?.replace(/\s+/g, ' ')).toContain('Der Button funktioniert 7 Tage lang.')
  })
})
