import { randomUUID } from 'node:crypto'
import { aRecord, runImport } from './support/imports.ts'
import { findMap } from './support/map.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

test('MAP-11 without WebGL, the map reports it and the list still leads to every spot', async ({
  page,
  member: _,
}) => {
  const name = `No GPU Ledge ${randomUUID().slice(0, 8)}`
  await shareSpot(page.request, { name })
  await page.context().clearCookies()
  await page.goto(`/spots?q=${encodeURIComponent(name)}`)
  await expect(findMap(page).getByText('Map Not Available')).toBeVisible()
  await expect(findMap(page).getByText('WebGL is missing')).toBeVisible()
  await page.getByRole('button', { name }).click()
  await expect(page.getByRole('region', { name: 'Selected spot' }).getByRole('link', { name })).toBeVisible()
})

test('“Show more spots” moves the focus to the first new spot', async ({ page }) => {
  const tag = randomUUID().slice(0, 8)
  await runImport(
    `Town ${tag}`,
    Array.from({ length: 26 }, (_, n) => aRecord(n, `Row ${n} ${tag}`)),
  )
  await page.goto(`/spots?q=${tag}`)
  const rows = page.getByRole('region', { name: 'Spots in view' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show more spots' })
  await expect(rows).toHaveCount(24)
  // Retries, because the list ignores key presses while it reloads after the import.
  await expect(async () => {
    if (await more.isVisible()) await more.press('Enter')
    await expect(rows).toHaveCount(26, { timeout: 3_000 })
  }).toPass()
  await expect(rows.nth(24).getByRole('button')).toBeFocused()
})
