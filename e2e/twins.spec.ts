import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, shareSpot, findToast } from './support/share.ts'
import { choosePhotos, fillForm, openForm, ready } from './support/share-form.ts'
import { expect, test } from './support/test.ts'

/** Stores two spots as duplicates, as the nightly job would. */
async function foundAsTwins(one: string, other: string) {
  const [low, high] = [one, other].toSorted()
  await sql`insert into twin_pairs (spot_id, other_id, likeness, metres) values (${low}, ${high}, 3, 11)`.execute(
    await database(),
  )
}

test('two duplicate spots are compared and merged, old links redirect, and the merge can be undone', async ({
  page,
  member: _,
}) => {
  const point = aPoint()
  const mark = randomUUID().slice(0, 8)
  const older = await shareSpot(page.request, { ...point, name: `Granary ${mark}` })
  const newer = await shareSpot(page.request, {
    ...point,
    latitude: point.latitude + 0.0001,
    name: `Granary ledge ${mark}`,
  })
  const aside = { ...point, latitude: point.latitude + 0.003 }
  await shareSpot(page.request, { ...aside, name: `Granary ${mark} yard`, audience: 'only_me' })
  await foundAsTwins(older.id, newer.id)
  await page.goto(`/spots/${newer.id}`)
  await expect(page.getByText(`Is this the same spot as Granary ${mark}?`)).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /Photos and videos/ })).toBeVisible()
  await expect(dialog).toContainText('You can undo it for 30 days.')
  await expectAccessible(page)
  await saveScreenshot(page, 'twins-compare')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(findToast(page)).toContainText('Spots merged')
  await expect(page).toHaveURL(`/spots/${older.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Granary ${mark}`)

  // An old link opened from outside, such as from a chat.
  const moved = await page.request.get(`/spots/${newer.id}`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, `/spots/${older.id}`])

  await page.goto('/twins')
  await expect(page.getByText(`Granary ledge ${mark}`)).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'twins-merges')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(findToast(page)).toContainText(`Granary ledge ${mark} restored`)
  await page.goto(`/spots/${newer.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Granary ledge ${mark}`)

  // The question isn't asked again, so merge the spots manually, then undo the merge on the remaining spot's page.
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another spot' }).click()
  const choosing = page.getByRole('dialog')
  await choosing.getByLabel('Name of the other spot').fill(`granary ${mark}`)
  await expect(choosing.getByRole('listitem')).toHaveCount(2)
  const differing = choosing.getByRole('listitem').last()
  await expect(differing).toContainText('These spots have different audiences.')
  await expect(differing.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'twins-choose')
  await choosing.getByRole('button', { name: `Granary ${mark}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await expect(findToast(page)).toContainText('Spots merged')
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another spot' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(findToast(page)).toContainText(`Granary ${mark} restored`)
  await page.goto(`/spots/${newer.id}`)

  // Sharing the same spot again offers the existing one, and the chosen photo and text aren't lost.
  await openForm(page)
  await fillForm(page, `granary ${mark}`, { ...point, latitude: point.latitude - 0.0001 })
  await page.getByPlaceholder(/./).and(page.getByLabel('Description')).fill('Waxed last week.')
  await choosePhotos(page)
  await expect(ready(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Add my photos there' }).click()
  // Which of the two is the closer match depends on the generated photos.
  await expect(page).toHaveURL(new RegExp(`/spots/(${older.id}|${newer.id})$`))
  const adding = page.getByRole('dialog')
  await expect(adding.locator('.media-grid_tile')).toHaveCount(1)
  await expect(adding.getByLabel('Description')).toHaveValue('Waxed last week.')
  await adding.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(findToast(page)).toContainText('Success')
})
