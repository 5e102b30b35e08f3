import { WITH_MAPS } from './support/chromium.ts'
import { findMap, openMap } from './support/map.ts'
import { aPoint } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use(WITH_MAPS)

test('a map that settles during a navigation does not change its target', async ({ page }) => {
  await openMap(page, aPoint())
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fallback()
  })
  const link = page.getByRole('link', { name: 'Sign in' }).first()
  await findMap(page).hover()
  await page.mouse.wheel(0, -300)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('at')).toBeNull()
})
