import { makeAdmin } from './support/people.ts'
import { expect, test } from './support/test.ts'

const TOWNS = [
  { id: 'ref:1', kind: 'town', name: 'Hobart', text: 'Tasmania', bounds: null, ref: 'r1' },
  { id: 'ref:2', kind: 'town', name: 'Hobart West', text: 'Tasmania', bounds: null, ref: 'r2' },
]

test('while a town is being looked up, an admin can’t import the previous one', { tag: '@desktop' }, async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  await page.route('**/api/places/search?*', (route) =>
    route.fulfill({ json: { items: TOWNS.map((town) => ({ ...town, latitude: null, longitude: null })) } }),
  )
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/places/details?*', async (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('ref') === 'r1'
    if (!isFirst) await answered.promise
    const [latitude, longitude] = isFirst ? [-42.88, 147.33] : [-42.9, 147.3]
    await route.fulfill({ json: { ...TOWNS[isFirst ? 0 : 1], latitude, longitude, ref: null } })
  })
  await page.goto('/admin/skateparks')
  await page.getByRole('tab', { name: 'Town' }).click()
  await page.getByRole('textbox', { name: 'Town' }).fill('Hobar')
  await page.getByRole('button', { name: 'Hobart Tasmania' }).click()
  const start = page.getByRole('button', { name: 'Add skateparks', exact: true })
  await expect(start).toBeVisible()
  await page.getByRole('button', { name: 'Hobart West Tasmania' }).click()
  await expect(start).toBeHidden()
  answered.resolve()
  await expect(start).toBeVisible()
})
