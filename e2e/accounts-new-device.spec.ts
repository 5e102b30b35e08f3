import { aPerson, makeAccount, signInAs } from './support/accounts.ts'
import { mailsTo } from './support/mails.ts'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { expect, test } from './support/test.ts'

test('B9 an email reports a new device, and "this was not me" signs it out', async ({ page, browser }) => {
  const person = await makeAccount({ person: aPerson() })
  const db = await database()
  const created_at = new Date(Date.now() - 3 * 24 * 3_600_000)
  await db.updateTable('users').set({ created_at }).where('email', '=', person.email).execute()
  await signInAs(page, person)
  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await signInAs(stranger, person)
  const mails = async () =>
    (await mailsTo(person.email)).filter(({ subject }) => subject.includes('new sign-in'))
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  expect(mail?.text).toContain('with your password')
  const link = mail?.links.find((one) => one.includes('/auth/safety#what=not-me')) ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lock your account?')
  await expectAccessible(page)
  const isSignedIn = async () => (await (await stranger.request.get('/api/session')).json()).user !== null
  // Opening the page doesn't sign the device out.
  expect(await isSignedIn()).toBe(true)
  await page.getByRole('button', { name: 'Lock my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is locked')
  expect(await isSignedIn()).toBe(false)
  await elsewhere.close()
})
