import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use({ timezoneId: 'Europe/Paris' })

const NOON_IN_TOKYO = new Date('2026-06-21T03:00:00Z')
const KOMAZAWA = { latitude: 35.6262, longitude: 139.6616 }

for (const fails of [true, false])
  test(`light is shown in the spot’s time zone ${fails ? 'even if its conditions fail to load' : 'from the first paint'}`, {
    tag: '@desktop',
  }, async ({ page, member: _ }) => {
    const spot = await shareSpot(page.request, {
      latitude: KOMAZAWA.latitude,
      longitude: KOMAZAWA.longitude + (fails ? 0.01 : 0.02),
      name: 'Komazawa park',
    })
    const released = Promise.withResolvers<void>()
    await page.route(/\/api\/spots\/[^/]+\/conditions/, async (route) => {
      if (fails) return route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: '' } })
      await released.promise
      await route.continue().catch(() => undefined)
    })
    await page.clock.setFixedTime(NOON_IN_TOKYO)
    await page.goto(`/spots/${spot.id}`)
    const light = page.getByRole('region', { name: 'Sun and light today' })
    await expect(async () => {
      await page
        .locator('.lazy-conditions_light')
        .evaluate((part) => part.scrollIntoView({ block: 'center' }))
      await expect(light).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(light).toContainText(/Local time at the spot: 12:00\sPM/)
    // The sun rises in Tokyo when it's 9:30 PM in Paris.
    await expect(light).toContainText(/4:2\d\sAM/)
    await expect(light).not.toContainText(/9:2\d\sPM/)
    await saveScreenshot(page, fails ? 'light-of-tokyo' : 'light-of-tokyo-early')
    released.resolve()
    if (fails) await expect(page.getByText(/^light until 7:\d\d\sPM/)).toBeVisible()
  })
