import { randomUUID } from 'node:crypto'
import { WITH_MAPS } from './support/chromium.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, findToast, holdToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { arrive, importParks, waitAWeek } from './support/unchecked.ts'

test.use(WITH_MAPS)

test('the map asks about an imported park nearby, and then never again', { tag: '@desktop' }, async ({
  page,
  context,
  member: _,
}) => {
  const point = aPoint()
  const name = `Delta park ${randomUUID().slice(0, 6)}`
  await importParks(point, [name])
  await arrive(context, page, point)
  await page.goto('/spots')
  const toast = findToast(page)
  await holdToast(page, '1 park near you no one has checked')
  await expect(toast).toContainText(name)
  await saveScreenshot(page, 'map-unchecked-map')
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).not.toContainText('near you')
  expect(await waitAWeek(page)).toBe(1)
  const asked = page.waitForResponse((response) => response.url().includes('/api/spots?'))
  await page.goto('/dashboard')
  await asked
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('nollie.unchecked')))
    .not.toContain('"next":1,')
  await expect(toast).not.toContainText('near you')
})
