import type { Locator, Page } from '@playwright/test'
import { act, postComment } from './support/comments.ts'
import { makeAdmin } from './support/people.ts'
import { aPhoto, shareSpot, uploadFile } from './support/share.ts'
import { makeArea, pinBulletin } from './support/stewards.ts'
import { expect, test } from './support/test.ts'

const NOTICE = 'Cleanup on Sunday at ten. Bring gloves.'
const COMMENT = 'The wax is gone again.'

// Parts of the page load when they scroll into view.
function scrollTo(page: Page, part: Locator) {
  return expect(async () => {
    await page.mouse.wheel(0, 250)
    await expect(part).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/** Expects that these lines are printed, and no bars, fields, or buttons. */
async function expectPrinted(page: Page, printed: readonly string[]): Promise<void> {
  const readLines = async () => {
    const text = await page.locator('body').innerText()
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .toSorted()
  }
  await expect.poll(readLines).toEqual(printed.toSorted())
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
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
}

test('a printed spot page shows the spot, and nothing else', { tag: '@desktop' }, async ({
  page,
  member,
}) => {
  const media_ids = [
    await uploadFile(page.request, await aPhoto()),
    await uploadFile(page.request, await aPhoto()),
  ]
  const spot = await shareSpot(page.request, { media_ids, name: 'Paper ledge', city: 'Alder Bay' })
  const { items } = await (await page.request.get(`/api/spots/${spot.id}/media`)).json()
  await postComment(
    page.request,
    items.find((item: { is_cover: boolean }) => item.is_cover),
    COMMENT,
  )
  const facts = await act(page, 'POST', `/api/spots/${spot.id}/facts`, {
    facts: { surface: 'smooth', water: true },
  })
  expect(facts.ok(), await facts.text()).toBe(true)
  await makeAdmin(member)
  const area = { name: `Paper Bay ${spot.id}`, around: spot, steward: member.username }
  await pinBulletin(page, await makeArea(page, area), NOTICE, spot.id)

  await page.goto(`/spots/${spot.id}`)
  const gallery = page.getByRole('region', { name: 'Photos and videos' })
  const others = [
    page.getByText(NOTICE),
    page.getByText(COMMENT),
    page.getByRole('region', { name: 'Best times' }),
    page.getByRole('region', { name: 'Is it still there?' }),
  ]
  await expect(gallery.getByRole('img').first()).toBeVisible()
  // On wide screens, the column beside the gallery scrolls on its own.
  await page.getByRole('link', { name: 'Get Directions' }).hover()
  await scrollTo(page, page.getByRole('definition').filter({ hasText: 'Smooth' }))
  for (const other of others) await scrollTo(page, other)
  await page.emulateMedia({ media: 'print' })
  for (const other of others) await expect(other).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Paper ledge' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Cover photo of Paper ledge' })).toBeVisible()
  await expect(gallery.getByRole('img').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Location' }).locator('[class*="map_frame"]')).toBeVisible()
  const printed = [
    'Paper ledge',
    'Alder Bay',
    'Intermediate',
    'Ledges',
    'Plaza',
    'Knee-high marble, waxed on the left side. Security leaves at six, then it is yours until the sprinklers.',
    'How it skates',
    'Ground',
    'Smooth',
    'Good to know',
    'On site',
    'Drinking water',
    'Location',
    '© OpenStreetMap contributors, GeoNames, Natural Earth',
    '200 Assembly Sq, Alder Bay',
    `${spot.latitude.toFixed(5)}, ${spot.longitude.toFixed(5)}`,
  ]
  await expectPrinted(page, printed)
})

const COMMON = ['Location', '© OpenStreetMap contributors, GeoNames, Natural Earth']

for (const [what, spot, lines] of [
  [
    'of an Arabic name and text, from a dark screen',
    { name: 'حديقة جميلة ج', description: 'مكان رائع للتزلج! ABC 123.' },
    ['حديقة جميلة ج', 'مكان رائع للتزلج! ABC 123.', 'Intermediate', 'Ledges', 'Plaza', '200 Assembly Sq'],
  ],
  [
    'of a spot without an address, text, or level',
    { name: 'Bare bank', description: null, address: null, difficulty_level: null, spot_types: ['bank'] },
    ['Bare bank', 'Bank'],
  ],
] as const)
  test(`the printed page ${what} shows the spot, and nothing else`, async ({ page, member: _ }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const { id, latitude, longitude } = await shareSpot(page.request, spot)
    await page.goto(`/spots/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: spot.name })).toBeVisible()
    await scrollTo(page, page.getByRole('region', { name: 'Location' }).locator('[class*="map_frame"]'))
    await page.emulateMedia({ media: 'print' })
    await expectPrinted(page, [...COMMON, ...lines, `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`])
  })
