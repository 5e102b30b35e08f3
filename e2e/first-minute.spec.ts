import type { Page } from '@playwright/test'
import { aPerson, mailedLink } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

const passwordOf = (page: Page) => page.getByLabel('Password', { exact: true })

test('a shared link survives signing up, also where the mail is opened in another browser', async ({
  page,
  browser,
}) => {
  await page.goto('/auth?next=%2Fterms%3Ffrom%3Dlink')
  await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Join the Community' })).toBeVisible()
  const person = aPerson()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await passwordOf(page).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page).toHaveURL('/auth?next=%2Fterms%3Ffrom%3Dlink')

  const phone = await browser.newContext()
  const there = await phone.newPage()
  await there.goto(await mailedLink(person.email, 'verify'))
  await there.getByRole('link', { name: 'Sign In' }).click()
  await there.getByLabel('Email').fill(person.email)
  await passwordOf(there).fill(person.password)
  await there.getByRole('button', { name: 'Sign In' }).click()
  await expect(there).toHaveURL('/terms?from=link')
  await phone.close()
})
