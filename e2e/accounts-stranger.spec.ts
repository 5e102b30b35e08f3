import { shortPath } from '@nollie/contract/short-links'
import { aPerson } from './support/accounts.ts'
import { mailedLink } from './support/mails.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { somebody } from './support/people.ts'
import { aPoint, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

const HERE = aPoint()

test.use(WITH_MAPS)
test.use({ geolocation: { ...HERE, accuracy: 12 }, permissions: ['geolocation'] })

test("a stranger follows a friend's link, signs up, opens the email in another tab, and gets to the spot", {
  tag: '@smoke',
}, async ({ page, context, browser }) => {
  const friend = await somebody(browser)
  const spot = await shareSpot(friend.request, { name: 'Pier Nine Banks', city: 'Alder Bay', ...HERE })
  // Another spot about 400 m away, because the list shows the distance to nearby spots.
  await shareSpot(friend.request, {
    name: 'Pier Two Rail',
    latitude: HERE.latitude + 0.0036,
    longitude: HERE.longitude,
  })

  // The link opens the spot without requiring sign-in.
  await page.goto(shortPath('spot', spot.id))
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  // The name may also be in the list next to the card.
  await expect(page.getByRole('heading', { name: 'Pier Nine Banks' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
  const person = aPerson()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('One step left')).toBeVisible()

  const mail = await context.newPage()
  const link = await mailedLink(person.email, 'verify')

  // The tab with the sign-up signs in, and both tabs show the spot. It's saved, because the visitor selected Save
  // earlier.
  await Promise.all([expect(findToast(page)).toContainText('You saved Pier Nine Banks.'), mail.goto(link)])
  await expect(mail).toHaveURL(`/spots/${spot.id}`)
  await expect(mail.getByRole('heading', { level: 1, name: 'Pier Nine Banks' })).toBeVisible()
  await expect(page).toHaveURL(`/spots/${spot.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pier Nine Banks' })).toBeVisible()
  expect((await (await mail.request.get(`/api/spots/${spot.id}`)).json()).saved).toBe(true)

  // Nearby spots and directions.
  await mail.goto('/spots')
  await mail.locator('button.places_locate').click()
  await expect(findToast(mail)).toContainText('Location detected')
  await expect(mail.getByText('400 m away').first()).toBeAttached()
  await mail.getByRole('button', { name: 'Pier Two Rail' }).first().click()
  await mail
    .getByRole('region', { name: 'Selected spot' })
    .getByRole('link', { name: 'Pier Two Rail' })
    .click()
  const directions = mail.getByRole('link', { name: 'Get Directions' })
  await expect(directions).toHaveAttribute('href', /destination=-?\d+\.\d+,-?\d+\.\d+$/)

  // The dashboard shows the welcome card once.
  await mail.goto('/dashboard')
  await expect(mail.getByText('Welcome to Nollie')).toBeVisible()
  await mail.getByRole('button', { name: 'Skip setup' }).click()
  await expect(mail.getByText('Welcome to Nollie')).toBeHidden()
  await friend.context.close()
})
