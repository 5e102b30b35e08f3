import { WITH_MAPS } from './support/chromium.ts'
import { somebodyElse } from './support/people.ts'
import { aPoint, shareSpot } from './support/share.ts'
import { aName, findSheet } from './support/sheet.ts'
import { countTaps } from './support/taps.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test('the nearest spot is two taps away from the map: near me, and its card', async ({
  page,
  context,
  member: _,
}) => {
  const here = aPoint()
  const [near, far] = [aName('Near ledge'), aName('Far ledge')]
  await shareSpot(page.request, { ...here, latitude: here.latitude + 0.001, name: near })
  await shareSpot(page.request, { ...here, latitude: here.latitude + 0.004, name: far })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ ...here, accuracy: 10 })
  const { taps, tap } = countTaps()
  await page.goto('/spots')
  const nearest = page.getByRole('region', { name: 'Spots in view' }).getByRole('button').first()
  const isListed = nearest.filter({ hasText: near })
  // The nearest spot is already listed if the map opens at the person's position.
  const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Near me' })
  await expect(isListed.or(chip).first()).toBeVisible()
  if (!(await isListed.isVisible())) await tap(chip)
  await tap(isListed)
  await expect(findSheet(page).getByRole('link', { name: near })).toBeInViewport()
  await expect(findSheet(page).getByRole('link', { name: 'Get Directions' })).toBeInViewport({ ratio: 1 })
  expect(taps.count).toBeLessThanOrEqual(2)
})

test('a link to a spot leads to directions within three taps, also for visitors', async ({
  page,
  browser,
}) => {
  const member = await somebodyElse(browser)
  const spot = await shareSpot(member.page.request, { name: aName('Shared ledge') })
  for (const viewer of [page, member.page]) {
    const { taps, tap } = countTaps()
    // Opening the link is the first tap.
    taps.count += 1
    await viewer.goto(`/spots/${spot.id}`)
    const directions = viewer.getByRole('link', { name: 'Get Directions' }).first()
    await expect(directions).toBeInViewport({ ratio: 1 })
    await expect(directions).toHaveAttribute('href', new RegExp(`${spot.latitude},${spot.longitude}`))
    const opened = viewer.waitForEvent('popup')
    await tap(directions)
    await (await opened).close()
    expect(taps.count).toBeLessThanOrEqual(3)
  }
  await member.context.close()
})
