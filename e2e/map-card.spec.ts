import { randomUUID } from 'node:crypto'
import { WITH_MAPS } from './support/chromium.ts'
import { openMap, pixelsOf, pointOf, pressUntil } from './support/map.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, toastOf } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test.describe.configure({ timeout: 120_000 })

/** The colour of ledges in the light theme. */
const LEDGES = '#B55E07'

test('the card says 1 post, its menu leaves the photo free, and nothing floats on the end of the list', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const name = `Lone ledge ${randomUUID().slice(0, 8)}`
  await shareSpot(page.request, { ...point, name, city: 'Lisboa', state: 'Lisbon', country: 'Portugal' })
  await openMap(page, point)
  const row = page.locator('.spot-cards_spotRow').filter({ hasText: name })
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
  expect(await overlap('.spots-screen_fab', '.spot-cards_spotRow')).toBe(0)

  await page.getByRole('button', { name }).click()
  const card = page.getByRole('region', { name: 'Selected spot' })
  await expect(card.getByText('1 post', { exact: true })).toBeAttached()
  await expect(card.getByText('0 likes', { exact: true })).toBeAttached()
  if ((page.viewportSize()?.width ?? 0) < 1024)
    expect(await overlap('.spot-cards_selectedMenu', '.spot-cards_selectedPhoto .spot-cards_spotPhoto')).toBe(
      0,
    )
  await saveScreenshot(page, 'map-card')
})

test('a pressed pin stands out at once, says so when its card does not come, and opens when pressed again', async ({
  page,
  member,
}) => {
  expect(member.username).toBeTruthy()
  const point = aPoint()
  const spot = await shareSpot(page.request, { ...point, name: 'Ledge by the river' })
  const map = await openMap(page, point)
  const pin = await pointOf(map, 0, -20)
  await expect.poll(() => pixelsOf(page, pin, LEDGES, 16), { timeout: 20_000 }).toBeGreaterThan(200)
  const card = page.getByRole('region', { name: 'Selected spot' })
  const selected = page.locator('.selected-pin_root [data-selected]')

  let answer: (() => void) | undefined
  await page.route('**/api/map/pins/*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.abort()
  })
  await page.mouse.click(pin.x, pin.y)
  await expect(selected).toBeVisible()
  await expect(card).toBeHidden()
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await expect(toastOf(page)).toContainText('This spot did not load.')
  await expect(selected).toBeHidden()

  await page.unroute('**/api/map/pins/*')
  const requested: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(map\/pins|spots\/[\w-]+\/card)/.test(request.url())) requested.push(request.url())
  })
  await pressUntil(page, pin, card)
  await expect(card.getByRole('link', { name: 'Ledge by the river' })).toHaveAttribute(
    'href',
    `/spot/${spot.id}`,
  )
  expect(requested).toHaveLength(1)
  await page.goBack()
  await expect(card).toBeHidden()
})
