import { aPhoto, shareSpot, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

test('a printed spot page shows name, address, text, map and photos, but no controls', async ({
  page,
  member: _,
}) => {
  const media_ids = [
    await uploadFile(page.request, await aPhoto()),
    await uploadFile(page.request, await aPhoto()),
  ]
  const spot = await shareSpot(page.request, { media_ids, name: 'Paper ledge', city: 'Alder Bay' })
  await page.goto(`/spots/${spot.id}`)
  const gallery = page.getByRole('region', { name: 'Photos and videos' })
  await expect(gallery.getByRole('img').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Paper ledge' })).toBeVisible()
  await expect(page.getByText(/Alder Bay/).first()).toBeVisible()
  await expect(page.getByText(/Security leaves at six/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Cover photo of Paper ledge' })).toBeVisible()
  await expect(gallery.getByRole('img').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Location' }).locator('[class*="map_frame"]')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  for (const button of await page.getByRole('button').all())
    await expect(button.locator('img')).not.toHaveCount(0)
  // No fixed or sticky element would cover the text or repeat on each page.
  const floating = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((node) => ['fixed', 'sticky'].includes(getComputedStyle(node).position))
      .filter((node) => node.getClientRects().length > 0)
      .map((node) => `${node.localName}.${node.getAttribute('class') ?? ''}`),
  )
  expect(floating).toEqual([])
})
