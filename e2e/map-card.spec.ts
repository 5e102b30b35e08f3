import { randomUUID } from 'node:crypto'
import { openMap } from './support/map.ts'
import { keepScreen } from './support/screens.ts'
import { aPlace, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

test('the card says 1 post, its menu leaves the photo free, and nothing floats on the end of the list', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const place = aPlace()
  const name = `Lone ledge ${randomUUID().slice(0, 8)}`
  await shareSpot(page.request, { ...place, name, city: 'Lisboa', state: 'Lisbon', country: 'Portugal' })
  await openMap(page, place)
  const row = page.locator('.spot-row').filter({ hasText: name })
  await expect(row).toContainText('Lisboa, Portugal')
  await row.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const overlap = (a: string, b: string) =>
    page.evaluate(
      ([first, second]) => {
        const [one, other] = [first, second].map((css) =>
          [...document.querySelectorAll(css ?? '')].at(-1)?.getBoundingClientRect(),
        )
        if (!one || !other) throw new Error('not on screen')
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        return (
          Math.max(0, across) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))
        )
      },
      [a, b] as const,
    )
  expect(await overlap('.spots-fab', '.spot-row')).toBe(0)

  await page.getByRole('button', { name }).click()
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card.getByText('1 post', { exact: true })).toBeAttached()
  await expect(card.getByText('0 likes', { exact: true })).toBeAttached()
  if ((page.viewportSize()?.width ?? 0) < 1024)
    expect(await overlap('.selected-menu', '.selected-photo .spot-photo')).toBe(0)
  await keepScreen(page, 'map-card')
})
