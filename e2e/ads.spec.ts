import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { addPost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const TOWN = { name: 'Hobart', latitude: -42.88, longitude: 147.33 }

function findSlot(page: Page) {
  return page.locator('[data-ad-slot]')
}

/** Scrolls until an element is just above the screen. */
function scrollPast(element: Locator) {
  return element.evaluate((node) => scrollBy(0, node.getBoundingClientRect().bottom + 50))
}

/** Opens the dashboard and scrolls to its ad. In the feed, an ad appears only while its slot is off screen. */
async function openAd(page: Page) {
  await page.goto('/dashboard')
  await expect(findSlot(page)).toHaveCount(1)
  await scrollPast(findSlot(page))
  const ad = findSlot(page).getByRole('article', { name: 'Sponsored' })
  await expect(ad).toBeAttached()
  await ad.scrollIntoViewIfNeeded()
  return ad
}

/** Expects the dashboard's slot to have a line about advertising instead of an ad. */
async function expectNoAd(page: Page) {
  await page.goto('/dashboard')
  await expect(findSlot(page)).toHaveCount(1)
  await scrollPast(findSlot(page))
  await expect(findSlot(page)).toContainText('Ads for local shops and contests')
  expect((await findSlot(page).boundingBox())?.height).toBeLessThan(80)
  await expect(page.getByText('Sponsored')).toHaveCount(0)
}

async function writeAd(page: Page, title: string): Promise<void> {
  await page.goto('/admin?list=ads')
  await page.getByRole('button', { name: 'Create ad' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create ad' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Text').fill('Decks, wax and coffee. Best trick on Saturday.')
  await dialog.getByLabel('Link').fill('https://lot12.example/shop')
  await dialog.getByLabel('Add photo').setInputFiles(await aPhoto())
  // Enter only confirms the town field, and doesn't submit the form.
  await dialog.getByLabel('Town', { exact: true }).fill(TOWN.name)
  await dialog.getByLabel('Town', { exact: true }).press('Enter')
  await expect(dialog.getByRole('list', { name: 'Towns' })).toBeVisible()
  await expect(dialog.getByText('Choose a town from the list.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a town from the list.')).toBeVisible()
  await dialog.getByLabel('Town', { exact: true }).fill(TOWN.name)
  await dialog
    .getByRole('button', { name: new RegExp(`^${TOWN.name}`) })
    .first()
    .click()
  await expect(dialog.getByText(TOWN.name)).toBeVisible()
  await saveScreenshot(page, 'ads-form')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

test("ADS-01 ADS-03 G-19 an admin creates an ad, people near it see it in the dashboard's only slot, and others see one line", async ({
  page,
  browser,
  member,
}) => {
  await makeAdmin(member)
  const title = `Lot ${crypto.randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request, { name: 'Rained-in Ledge' })
  // The slot can leave the screen only if there is enough below it.
  for (let n = 0; n < 10; n++) await addPost(page.request, spot.id, { title: `Rain ${n}`, media_ids: [] })
  await writeAd(page, title)
  const row = page.getByRole('article', { name: title })
  await expect(row).toContainText('Views: 0 · Clicks: 0')

  const other = await somebodyElse(browser)
  await expectNoAd(other.page)
  await other.page.evaluate(([name, town]) => localStorage.setItem(name, JSON.stringify(town)), [
    `nollie.home-town.${await fetchUserId(other.request)}`,
    TOWN,
  ] as const)
  const seen = other.page.waitForResponse((answer) => answer.url().endsWith('/views'))
  const asked = other.page.waitForRequest((request) => request.url().includes('/api/ads/near'))
  const slot = await openAd(other.page)
  // The device sends its location rounded to a tenth of a degree.
  expect(new URL((await asked).url()).searchParams.get('near')).toMatch(/^-?\d+\.\d,-?\d+\.\d$/)
  const link = slot.getByRole('link', { name: title })
  await expect(link).toHaveAttribute('href', 'https://lot12.example/shop')
  await expect(slot.locator('img')).toBeVisible()
  await expectAccessible(other.page)
  await saveScreenshot(other.page, 'ads-near')
  expect((await seen).status()).toBe(204)
  await other.context.route('https://lot12.example/**', (route) => route.fulfill({ body: 'Lot 12' }))
  const [opened] = await Promise.all([other.context.waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL('https://lot12.example/shop')

  // The click is counted after its page has opened.
  await expect(async () => {
    await page.reload()
    await expect(row.locator('summary')).toHaveText('Views: 1 · Clicks: 1', { timeout: 5_000 })
  }).toPass()
  await row.locator('summary').click()
  await expect(row.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await saveScreenshot(page, 'ads-list')
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit ad' })
  await dialog.getByLabel('Title').fill(`${title} closes`)
  await dialog.getByRole('button', { name: 'Remove photo' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const changed = page.getByRole('article', { name: `${title} closes` })
  await expect(changed.locator('img')).toHaveCount(0)
  await changed.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(changed).toHaveCount(0)
  const answered = other.page.waitForResponse((answer) => answer.url().includes('/api/ads/near'))
  await expectNoAd(other.page)
  expect(await (await answered).json()).toEqual({ ad: null })
  await expect(other.page.getByText('Sponsored')).toHaveCount(0)
  await other.context.close()
})

test('saving an ad waits for the position of the chosen town, and text typed meanwhile stays', async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  // Far from the town of the other tests, whose screens have no other ad.
  const place = { name: 'Windhoek', latitude: -22.56, longitude: 17.08 }
  const [first, title] = ['Early title', `Lot ${crypto.randomUUID().slice(0, 8)}`]
  const town = { id: 'ref:1', kind: 'town', name: place.name, text: 'Namibia', bounds: null }
  const nowhere = { ...town, latitude: null, longitude: null, ref: 'r1' }
  await page.route('**/api/places/search?*', (route) => route.fulfill({ json: { items: [nowhere] } }))
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/places/details?*', async (route) => {
    await answered.promise
    await route.fulfill({ json: { ...town, ...place, ref: null } })
  })
  await page.goto('/admin?list=ads')
  await page.getByRole('button', { name: 'Create ad' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create ad' })
  await dialog.getByLabel('Title').fill(first)
  await dialog.getByLabel('Text').fill('Decks and wax.')
  await dialog.getByLabel('Link').fill('https://lot12.example/shop')
  await dialog.getByLabel('Town', { exact: true }).fill(place.name)
  const asked = page.waitForRequest((request) => request.url().includes('/api/places/details'))
  await dialog.getByRole('button', { name: new RegExp(`^${place.name}`) }).click()
  await asked
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a town from the list.')).toBeHidden()
  answered.resolve()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('article', { name: title })).toContainText(place.name)
})
