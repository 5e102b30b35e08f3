import { randomUUID } from 'node:crypto'
import { mapOf } from './support/map.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

test('MAP-11 without WebGL the map says so and the list still leads to every spot', async ({
  page,
  member: _,
}) => {
  const name = `No GPU Ledge ${randomUUID().slice(0, 8)}`
  await shareSpot(page.request, { name })
  await page.context().clearCookies()
  await page.goto(`/spots?q=${encodeURIComponent(name)}`)
  await expect(mapOf(page).getByText('Map Not Available')).toBeVisible({ timeout: 30_000 })
  await expect(mapOf(page).getByText('WebGL is missing')).toBeVisible()
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('region', { name: 'Selected spot' }).getByRole('link', { name })).toBeVisible()
})
