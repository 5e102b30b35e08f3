import { randomUUID } from 'node:crypto'
import { expectSteady } from './support/shifts.ts'
import { expectAccessible } from './support/axe.ts'
import { importedSpot } from './support/imports.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, findToast, holdToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { arrive, importParks, waitAWeek } from './support/unchecked.ts'

const QUESTION = 'parks near you no one has checked'

test('a member at home sees a question about three imported parks nearby, once, and nothing on the screen moves', {
  tag: '@desktop',
}, async ({ page, context, member: _ }) => {
  const point = aPoint()
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name) => `${name} park ${randomUUID().slice(0, 6)}`)
  const source = await importParks(point, names)
  await arrive(context, page, point)
  await page.goto('/dashboard')
  const toast = findToast(page)
  await holdToast(page, `3 ${QUESTION}`)
  await expect(toast).toContainText(names[0] ?? '')
  await expect(toast).not.toContainText(names[3] ?? '')
  await expectAccessible(page)
  await saveScreenshot(page, 'map-unchecked-dashboard')
  // A count beside the map may lose a digit (a shift of 0.00002). The question itself would cause a much larger shift.
  await expectSteady(page, 0.001)
  await toast.getByRole('button', { name: 'Take a look' }).click()
  const id = await importedSpot(source, names[0] ?? '')
  await expect(page).toHaveURL(new RegExp(`/spots/${id}`))
  await expect(page.getByText('Unverified').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update', exact: true }).first()).toBeVisible()

  // A week later, the question is about the remaining park only.
  expect(await waitAWeek(page)).toBe(3)
  await page.goto('/dashboard')
  await holdToast(page, '1 park near you no one has checked')
  await expect(toast).toContainText(names[3] ?? '')
})
