import { expectAccessible } from './support/axe.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { act } from './support/comments.ts'
import { expect, test } from './support/test.ts'

test('names are suggested after an @, for keyboard and mouse, in a comment and in a dialog', async ({
  page,
  browser,
  member: _,
}) => {
  const ben = await somebodyElse(browser)
  const { username } = ben.account
  const made = await act(page, 'POST', '/api/discussions', {
    title: 'Wax',
    content: 'Which?',
    category: 'gear',
  })
  const { id } = await made.json()
  await page.goto(`/community/${id}`)
  const field = page.getByPlaceholder('Add a comment...')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const option = list.getByRole('option', { name: `@${username}` })

  await field.pressSequentially('Ask @s')
  await expect(list).toHaveCount(0)
  await field.pressSequentially(username.slice(1))
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', await option.evaluate((one) => one.id))
  const [above, box] = [await list.boundingBox(), await field.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1)
  await expectAccessible(page)
  await saveScreenshot(page, 'names')
  await field.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(field).toHaveValue(`Ask @${username}`)
  await field.press('Backspace')
  await expect(option).toBeVisible()
  // Enter inserts the chosen name; it does not send the comment.
  await field.press('Enter')
  await expect(field).toHaveValue(`Ask @${username} `)
  await field.pressSequentially('soon')
  await field.press('Enter')
  await expect(page.getByRole('link', { name: `@${username}`, exact: true })).toHaveAttribute(
    'href',
    /^\/user\//,
  )

  // The same applies in the middle of a text in a dialog: Escape closes only the list, and clicking a name leaves the
  // focus in the field.
  await page.getByRole('button', { name: /^More options for the discussion/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit discussion' })
  const content = dialog.getByLabel('What do you want to talk about?')
  await content.fill('Hm? Which?')
  await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
  await content.pressSequentially(`@${username.slice(0, -1)}`)
  await expect(option).toBeVisible()
  await saveScreenshot(page, 'names-dialog')
  await content.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await content.pressSequentially(username.slice(-1))
  await option.click()
  await expect(content).toBeFocused()
  await expect(content).toHaveValue(`Hm? @${username} Which?`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  // People who blocked the member, or whom the member blocked, aren't suggested.
  await act(
    ben.page,
    'PUT',
    `/api/people/${(await (await page.request.get('/api/session')).json()).user.user_id}/block`,
  )
  await field.fill('')
  const answer = page.waitForResponse((response) => response.url().includes('/api/people/names'))
  await field.pressSequentially(`@${username}`)
  expect((await (await answer).json()).items).toEqual([])
  await expect(list).toHaveCount(0)
  await ben.context.close()
})

test('names are suggested in the description of a new spot', async ({ page, browser, member: _ }) => {
  const { account } = await somebodyElse(browser)
  await page.goto('/share-spot')
  const field = page.getByLabel('Description')
  await field.pressSequentially(`With @${account.username}`)
  await page.getByRole('option', { name: `@${account.username}` }).click()
  await expect(field).toHaveValue(`With @${account.username} `)
})

test('an early Enter shows the names, or sends if there are none', async ({ page, browser, member: _ }) => {
  const ben = await somebodyElse(browser)
  const { username } = ben.account
  const made = await act(page, 'POST', '/api/discussions', {
    title: 'Bearings',
    content: 'Which?',
    category: 'gear',
  })
  const { id } = await made.json()
  await page.goto(`/community/${id}`)
  const field = page.getByPlaceholder('Add a comment...')
  const option = page
    .getByRole('listbox', { name: 'Suggestions' })
    .getByRole('option', { name: `@${username}` })
  let released = Promise.withResolvers<void>()
  await page.route(/\/api\/people\/names/, async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest(/\/api\/people\/names/)
  await field.pressSequentially(`Ask @${username.slice(0, -1)}`)
  await field.press('Enter')
  await asked
  await expect(field).toHaveValue(`Ask @${username.slice(0, -1)}`)
  released.resolve()
  await expect(option).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue(`Ask @${username} `)

  released = Promise.withResolvers<void>()
  await field.fill('')
  await field.pressSequentially('Thanks @zzqx0')
  await field.press('Enter')
  await field.press('Enter')
  released.resolve()
  await expect(page.getByText('Thanks @zzqx0')).toHaveCount(1)
  await expect(field).toHaveValue('')
})
