import { randomUUID } from 'node:crypto'
import { makeAccount, signInAs } from './support/accounts.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { openMap, countPixels, locatePoint } from './support/map.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { ownSite } from './support/request-as-page.ts'

test.use(WITH_MAPS)

const LEDGES = '#B55E07'

test('RT-02 spots shared, moved and deleted by others appear, move and disappear on an open map', async ({
  page,
  browser,
  baseURL,
}) => {
  const point = aPoint()
  const name = `Fresh Concrete ${randomUUID().slice(0, 8)}`
  const map = await openMap(page, point)
  const listed = page.getByRole('button', { name })
  const pinAt = async (dx: number) => countPixels(page, await locatePoint(map, dx, -22), LEDGES, 16)
  await expect(page.getByText(/No spots here|Share a spot so everyone can find it here/)).toBeAttached()

  const other = await browser.newContext(baseURL ? { baseURL } : {})
  const theirs = await other.newPage()
  await signInAs(theirs, await makeAccount())
  const headers = ownSite()
  const spot = await shareSpot(theirs.request, { ...point, name })
  await expect(listed).toBeAttached()
  await expect.poll(() => pinAt(0)).toBeGreaterThan(200)

  const eastward = 100
  const moved = await theirs.request.patch(`/api/spots/${spot.id}`, {
    data: { latitude: point.latitude, longitude: point.longitude + (eastward / (512 * 2 ** 14)) * 360 },
    headers: { ...headers, 'if-match': '"1"' },
  })
  expect(moved.status(), await moved.text()).toBe(200)
  await expect.poll(() => pinAt(eastward)).toBeGreaterThan(200)
  await expect.poll(() => pinAt(0)).toBe(0)

  const { x, y } = await locatePoint(map, eastward, -20)
  await page.mouse.click(x, y)
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card.getByRole('link', { name })).toBeVisible()

  const removed = await theirs.request.delete(`/api/spots/${spot.id}`, { headers })
  expect(removed.status(), await removed.text()).toBe(204)
  await expect(card.getByText('This spot no longer exists.')).toBeVisible()
  await expect(page.locator('.selected-pin_root')).toHaveCount(0)
  await card.getByRole('button', { name: 'Close' }).last().click()
  await expect(listed).toBeHidden()
  await expect.poll(() => pinAt(eastward)).toBe(0)
  await other.close()
})
