import { shortPath } from '@nollie/contract/short-links'
import { makeAccount, signInAs } from './support/accounts.ts'
import { somebody } from './support/people.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test("SHARE-20 SHARE-21 a phone's own share sheet opens first; our dialog opens if there is none or it fails", async ({
  page,
  browser,
}) => {
  const friend = await somebody(browser)
  const spot = await shareSpot(friend.request, { name: 'Culvert Gap' })
  await page.addInitScript(() => {
    const calls: unknown[] = []
    Object.assign(window, { shareCalls: calls, shareFails: '' })
    navigator.share = async (data) => {
      calls.push(data)
      const { shareFails } = window as unknown as { shareFails: string }
      if (shareFails) throw new DOMException('', shareFails)
    }
  })
  const calls = () => page.evaluate(() => (window as unknown as { shareCalls: unknown[] }).shareCalls)
  const fail = (name: string) => page.evaluate((value) => Object.assign(window, { shareFails: value }), name)
  const press = async () => {
    await page.getByRole('button', { name: 'More options for Culvert Gap' }).click()
    await page.getByRole('menuitem', { name: /^Share/ }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Share Spot' })
  const wanted = { title: 'Culvert Gap', url: `${process.env.NOLLIE_URL}${shortPath('spot', spot.id)}` }

  await page.goto(`/spots/${spot.id}`)
  await press()
  await expect.poll(calls).toEqual([wanted])
  await expect(dialog).toBeHidden()
  // Closing the sheet without sharing isn't an error, and the sheet can be opened again.
  await fail('AbortError')
  await press()
  await expect.poll(calls).toEqual([wanted, wanted])
  await expect(dialog).toBeHidden()
  await fail('NotAllowedError')
  await press()
  await expect(dialog).toBeVisible()
  const field = dialog.getByRole('textbox')
  await expect(field).toHaveValue(wanted.url)
  // The whole link is visible.
  expect(
    await field.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    ),
  ).toBe(true)

  // Members can also send a spot to people on Nollie, so they get our dialog, which has a button for the system's
  // share sheet.
  await fail('')
  await signInAs(page, await makeAccount())
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await page.getByRole('menuitem', { name: /^Share/ }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'More ways to share' }).click()
  await expect.poll(calls).toEqual([wanted])
  await friend.context.close()
})

test('a changed display name reaches the other tabs', async ({ page, context, member }) => {
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.locator('.settings_name')).toHaveText(member.username)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Display Name').fill('Lu of the Ledge')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.locator('.settings_name')).toHaveText('Lu of the Ledge')
})

test('an address in a different case is unknown', async ({ page, member: _, consoleErrors }) => {
  expect((await page.goto('/Dashboard'))?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect.poll(() => consoleErrors).toEqual(['Page not found: /Dashboard'])
  consoleErrors.splice(0)
})
