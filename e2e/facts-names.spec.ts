import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { aRecord, importedSpot, runImport } from './support/imports.ts'
import { makeAdmin, somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { findToast } from './support/share.ts'
import { expect as atOnce, test } from './support/test.ts'

test.describe.configure({ timeout: 240_000 })
const expect = atOnce.configure({ timeout: 60_000 })

test('a member names a spot whose name is a guess, and it gets the name once a moderator agrees', async ({
  page,
  browser,
  member,
}) => {
  const source = `Town of ${member.username}`
  const guess = `Skatepark near ${member.username}`
  await runImport(source, [aRecord(0, guess)])
  const id = await importedSpot(source, guess)
  const db = await database()
  await db.updateTable('spots').set({ name_is_guess: true }).where('id', '=', id).execute()

  await page.goto(`/spots/${id}`)
  const name = page.getByRole('button', { name: 'Name this spot' })
  await name.scrollIntoViewIfNeeded()
  await expect(page.getByText('No name known.')).toBeVisible()
  await name.click()
  const form = page.getByRole('form', { name: 'Name this spot' })
  await form.getByRole('button', { name: 'Suggest' }).click()
  await expect(form).toContainText('Enter the name.')
  await form.getByLabel('Name').fill('The Elm Bowl')
  await saveScreenshot(page, 'facts-name')
  await expectAccessible(page)
  // The text survives a reload.
  await page.reload()
  await name.click()
  await expect(form.getByLabel('Name')).toHaveValue('The Elm Bowl')
  await form.getByRole('button', { name: 'Suggest' }).click()
  await expect(findToast(page)).toContainText('Suggestion sent')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(guess)

  const moderator = await somebodyElse(browser)
  await makeAdmin(moderator.account)
  await moderator.page.goto(`/spots/${id}`)
  const agree = moderator.page.getByRole('button', { name: 'That’s right' })
  await agree.scrollIntoViewIfNeeded()
  await expect(moderator.page.getByRole('region', { name: 'Suggestions' })).toContainText('The Elm Bowl')
  await agree.click()
  await expect(moderator.page.getByRole('heading', { level: 1 })).toContainText('The Elm Bowl')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The Elm Bowl')
  await expect(page.getByText('No name known.')).toHaveCount(0)
  await moderator.context.close()
})
