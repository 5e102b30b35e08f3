import { expectAccessible } from './support/axe.ts'
import { aRecord, changeSpot, importedSpot, runImport } from './support/imports.ts'
import { makeAdmin } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'

test('a moderator resolves a conflict with a source, and spots missing from the source become unconfirmed', async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  const source = `Town of ${member.username}`
  const at = aPoint()
  const rest = [aRecord(1, 'North park'), aRecord(2, 'South park')]
  const before = aRecord(0, 'Old ramp', { description: 'Wood.' }, at)
  await runImport(source, [before, ...rest, aRecord(3, 'Lost bowl')])
  const [ramp, lost] = [await importedSpot(source, 'Old ramp'), await importedSpot(source, 'Lost bowl')]
  await changeSpot(page.request, ramp, { name: 'Wooden ramp', description: 'Wood, with a new coping.' })
  await runImport(source, [aRecord(0, 'Ramp at the river', { description: 'Plywood.' }, at), ...rest])

  await page.goto('/admin?list=imports')
  const conflicts = page.getByRole('article', { name: 'Wooden ramp' })
  await expect(conflicts).toHaveCount(2)
  await expect(page.getByRole('article', { name: `${source}.geojson` }).first()).toContainText('Missing')
  await saveScreenshot(page, 'imports')
  await expectAccessible(page)
  const named = conflicts.filter({ hasText: 'Ramp at the river' })
  await named.getByRole('button', { name: 'Keep ours' }).click()
  await expect(findToast(page)).toContainText('Kept our version')
  await conflicts.filter({ hasText: 'Plywood.' }).getByRole('button', { name: 'Use theirs' }).click()
  await expect(findToast(page)).toContainText(`Updated from ${source}`)
  await expect(conflicts).toHaveCount(0)

  await page.goto(`/spots/${ramp}`)
  await expect(page.getByText('Plywood.')).toBeVisible()
  await expect(page.getByText(`Source: ${source}, CC BY 4.0`)).toBeVisible()
  await expect(page.getByText('Source ID: park/0')).toBeVisible()
  await page.goto(`/spots/${lost}`)
  await expect(page.getByText(`${source} hasn’t listed this spot since`)).toBeVisible()
  await saveScreenshot(page, 'imports-missing')
})
