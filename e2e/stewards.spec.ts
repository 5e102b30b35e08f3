import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { fetchUserId, ownSite } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { openMap } from './support/map.ts'
import { aPoint, shareSpot, findToast } from './support/share.ts'
import { makeArea } from './support/stewards.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

function dialog(page: Page, name: string | RegExp) {
  return page.getByRole('dialog', { name })
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

const CORNERS = ['-25.6, -130.6', '-25.6, -130.4', '-25.4, -130.4', '-25.4, -130.6']

test('an admin draws an area and appoints a steward, who settles a spot and pins a notice; others follow', async ({
  page,
  browser,
  member,
}) => {
  const steward = await somebodyElse(browser)
  const name = `Pitcairn ${member.username}`
  await makeAdmin(member)
  await page.goto('/admin?list=areas')
  await button(page, 'New area').click()
  const draw = dialog(page, 'New area')
  await draw.getByLabel('Area name').fill(name)
  await draw.getByLabel('Corner coordinates').fill(CORNERS.slice(0, 2).join('\n'))
  await button(page, 'Save').click()
  await expect(draw).toContainText('Add at least three corners')
  await draw.getByLabel('Corner coordinates').fill(CORNERS.join('\n'))
  await expect(draw.getByRole('button', { name: 'Corner 4' })).toBeVisible()
  await draw.getByRole('button', { name: 'Corner 4' }).press('ArrowUp')
  await button(page, 'Undo').click()
  await saveScreenshot(page, 'stewards-draw')
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(findToast(page)).toContainText('Area saved')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByLabel('New steward’s username').fill(steward.account.username)
  await row.getByRole('button', { name: 'Appoint', exact: true }).click()
  await expect(row.getByRole('list', { name: 'Stewards' })).toContainText(steward.account.username)
  await saveScreenshot(page, 'stewards-admin')
  await expectAccessible(page)

  const spot = await shareSpot(page.request, { latitude: -25.5, longitude: -130.5 })
  await steward.page.goto(`/spots/${spot.id}`)
  await button(steward.page, 'Lock status').click()
  const settle = dialog(steward.page, 'Lock status')
  await settle.getByLabel('Status').selectOption({ label: 'Skate-stopped' })
  await settle.getByRole('textbox', { name: 'Reason' }).fill('Knobs since Monday.')
  await saveScreenshot(steward.page, 'stewards-settle')
  await settle.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(steward.page.getByText(/Skate-stopped \(locked by/)).toBeVisible()
  await button(steward.page, 'Post a notice').click()
  const pin = dialog(steward.page, 'Post a notice')
  await pin.getByLabel('Text').fill('Cleanup Sunday 10:00 https://example.com <b>bring gloves</b>')
  await pin.getByRole('button', { name: 'Post' }).click()
  const notices = steward.page.getByRole('list', { name: 'Notices' })
  await expect(notices).toContainText('<b>bring gloves</b>')
  await expect(notices.getByRole('link', { name: 'https://example.com' })).toHaveAttribute('rel', /nofollow/)
  await saveScreenshot(steward.page, 'stewards-spot')
  await expectAccessible(steward.page)

  // On narrow screens, an open spot card hides the link to the area.
  if ((page.viewportSize()?.width ?? 0) < 1024) {
    await page.goto(`/spots?at=-25.5,-130.5,11&spot=${spot.id}`)
    await expect(page.locator('.stewards_inView')).toHaveCount(1)
    await expect(page.locator('.stewards_inView')).toBeHidden()
  }
  // The area's page, following the area, and the steward's to-do list.
  await page.goto('/spots?at=-25.5,-130.5,11')
  const inView = page.getByTestId('map').getByRole('link', { name: new RegExp(name) })
  await expect(inView).toBeVisible()
  await saveScreenshot(page, 'stewards-map')
  await inView.click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Notices' })).toContainText('Cleanup Sunday')
  await page.getByRole('button', { name: `Follow ${name}` }).click()
  await expect(findToast(page)).toContainText(`You’re following ${name}`)
  await saveScreenshot(page, 'stewards-area')
  await expectAccessible(page)
  await page.goto('/settings#followed-areas')
  await expect(page.getByRole('region', { name: 'Areas you follow' })).toContainText(name)
  const other = await somebodyElse(browser)
  const reported = await other.request.post('/api/reports', {
    headers: ownSite(),
    data: { report_type: 'wrong_information', description: 'A hotel now.', reported_spot_id: spot.id },
  })
  expect(reported.ok()).toBe(true)
  await steward.page.goto('/settings#followed-areas')
  await steward.page.getByRole('link', { name: 'To do' }).click()
  await expect(steward.page.getByText('A hotel now.')).toBeVisible()
  await saveScreenshot(steward.page, 'stewards-work')
  await expectAccessible(steward.page)
  await button(steward.page, 'Keep').click()
  const keep = dialog(steward.page, 'Keep this spot?')
  await keep.getByRole('textbox', { name: 'Reason' }).fill('It is there.')
  await keep.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(steward.page.getByText('A hotel now.')).toHaveCount(0)
  // The steward's badge on their profile.
  await other.page.goto(`/user/${await fetchUserId(steward.request)}`)
  await expect(other.page.getByRole('link', { name: `Steward for ${name}` })).toBeVisible()
  await saveScreenshot(other.page, 'stewards-badge')
})

test('an area without a notice is a line at the end of the list, and not on the map', async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  const around = aPoint()
  const name = `Quiet Bay ${member.username}`
  await shareSpot(page.request, { ...around, name: 'Quiet ledge' })
  await makeArea(page, { name, around, steward: member.username })
  await openMap(page, around)
  const list = page.getByRole('region', { name: 'Spots in view' })
  await expect(list).toContainText(`${name}Managed by stewards`)
  await expect(page.getByTestId('map').getByRole('link', { name })).toHaveCount(0)
  await saveScreenshot(page, 'stewards-line')
  await list.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})
