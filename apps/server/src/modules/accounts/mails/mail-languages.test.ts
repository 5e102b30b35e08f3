import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createVisitor } from '../../../../test/actors/actor.ts'
import { ORIGIN } from '../../../../test/world/app.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { mailsTo } from '../../../../test/services/mails.ts'

const IN_GERMAN = { headers: { 'accept-language': 'de-CH, en;q=0.8' } }

test('a sign-up email is in the language of the page', async ({ app }) => {
  const email = `${randomUUID()}@example.com`
  const form = { email, password: 'goofy-and-proud-42', username: `lea_${randomUUID().slice(0, 8)}` }
  await createVisitor(app).signUp(form, IN_GERMAN)
  const [mail] = await mailsTo(app, email)
  expect(mail?.subject).toBe('Bestätige deine E-Mail-Adresse für Nollie')
})

test('a requested code is in the language of the page, for members and strangers', async ({ app, ada }) => {
  for (const email of [ada.email, `${randomUUID()}@example.com`]) {
    await createVisitor(app).requestCode({ email, creates_account: true }, IN_GERMAN)
    const [mail] = await mailsTo(app, email, { about: 'Code' })
    expect(mail?.subject).toMatch(/^Dein Nollie-Code ist \d{6}$/)
  }
})

test('the recipient’s own choice takes precedence over the requesting page', async ({ app, ben }) => {
  await ben.setPreferences({ language: 'es' })
  await createVisitor(app).forgotPassword({ email: ben.email }, IN_GERMAN)
  const [mail] = await mailsTo(app, ben.email, { about: 'contraseña' })
  expect(mail?.html).toContain('<html lang="es">')
})

test('unrequested emails are in the language of the last sign-in’s page, unless one is chosen', async ({
  app,
  cleo,
}) => {
  const signIn = (headers: Record<string, string>) =>
    createVisitor(app).signIn({ email: cleo.email, password: cleo.password }, { headers })
  await signIn({ 'accept-language': 'fr' })
  await signIn({ 'accept-language': 'fr', cookie: 'nollie.language=ja', origin: ORIGIN })
  let mails = 0
  const language = async () => {
    mails += 1
    await cleo.makeToken({
      password: cleo.password,
      name: `Script ${mails}`,
      scopes: ['spots:read'],
      expires_in_days: 7,
    })
    const all = await mailsTo(app, cleo.email, { count: mails })
    return /<html lang="([\w-]+)">/.exec(all.at(-1)?.html ?? '')?.[1]
  }
  expect(await language()).toBe('ja')
  await cleo.setPreferences({ language: 'es' })
  expect(await language()).toBe('es')
})
