import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { openHub } from './support/hub.ts'
import { expectAccessible } from './support/axe.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { act as ask } from './support/comments.ts'
import { outboxReady, outboxRows } from './support/device-outbox.ts'
import { fetchUserId, ownSite } from './support/request-as-page.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { storedPaths, workerReady } from './support/worker.ts'

test.use(WITH_MAPS)

const HERE = { latitude: -31.2, longitude: -128.4 }

function spotAt(page: Page, name: string, east: number, more: object = {}) {
  return shareSpot(page.request, { name, latitude: HERE.latitude, longitude: HERE.longitude + east, ...more })
}

function rows(page: Page): Locator {
  return page.locator('ol > li')
}

function namesIn(page: Page) {
  return rows(page).locator('b').allInnerTexts()
}

async function act(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('LISTS-01 LISTS-02 LISTS-03 LISTS-04 LISTS-05 a saved spot goes into a new list, which is sorted, annotated, shared by a link that is replaced, and made public', async ({
  page,
  browser,
  member,
}) => {
  const near = await spotAt(page, 'Near Ledge', 0)
  const far = await spotAt(page, 'Far Bank', 0.02)
  const middle = await spotAt(page, 'Middle Rail', 0.01, {
    media_ids: [await uploadFile(page.request, await aPhoto({ width: 900, height: 600 }))],
  })
  await page.goto(`/spots/${near.id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await findToast(page).getByRole('button', { name: 'Add to a list' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add to a list' })
  await expect(sheet.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true')
  await sheet.getByRole('button', { name: 'New list' }).click()
  const form = page.getByRole('dialog', { name: 'New list' })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(sheet.getByRole('button', { name: 'New list' })).toBeFocused()
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Create list' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await form.getByLabel('Name').fill('Sunday tour')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create list' }).click()
  await expect(form).toBeHidden()
  await expect(sheet.getByRole('button', { name: 'Sunday tour' })).toHaveAttribute('aria-pressed', 'true')
  await saveScreenshot(page, 'lists-add')
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  const { items } = await (await page.request.get('/api/lists')).json()
  const list = `/api/lists/${items[0].id}`
  for (const { id } of [far, middle])
    expect((await page.request.put(`${list}/spots/${id}`, { headers: ownSite() })).ok()).toBe(true)

  // The list is shown among its owner's lists.
  await (await openHub(page)).getByRole('link', { name: 'Lists' }).click()
  await expect(page).toHaveURL('/saved?tab=lists')
  await expect(page.getByRole('tab', { name: 'Lists' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('link', { name: 'Sunday tour' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'lists-own')
  await page.getByRole('link', { name: 'Sunday tour' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunday tour')
  await expect.poll(() => namesIn(page)).toEqual(['Near Ledge', 'Far Bank', 'Middle Rail'])
  await expect(page.getByText(/in a straight line/)).toBeVisible()
  await expect(rows(page).first()).toContainText('1.9 km to the next stop')

  // Reorders spots by keyboard, by menu, and by dragging.
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}` })
  await handle('Middle Rail').press('ArrowUp')
  await expect.poll(() => namesIn(page)).toEqual(['Near Ledge', 'Middle Rail', 'Far Bank'])
  await expect(page.getByText('Middle Rail is now number 2 of 3')).toBeAttached()
  await act(page, 'Options for Near Ledge', 'Move down')
  await expect.poll(() => namesIn(page)).toEqual(['Middle Rail', 'Near Ledge', 'Far Bank'])
  await handle('Far Bank').scrollIntoViewIfNeeded()
  const [from, to] = [await handle('Far Bank').boundingBox(), await handle('Middle Rail').boundingBox()]
  await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) - 10, { steps: 8 })
  const ordered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.mouse.up()
  expect((await ordered).ok()).toBe(true)
  await page.reload()
  await expect.poll(() => namesIn(page)).toEqual(['Far Bank', 'Middle Rail', 'Near Ledge'])

  await act(page, 'Options for Middle Rail', 'Add note')
  await page.getByRole('dialog', { name: 'Note for Middle Rail' }).getByLabel('Note').fill('After <six>')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(rows(page).nth(1)).toContainText('After <six>')
  await act(page, 'Options for Middle Rail', 'Remove from the list')
  await findToast(page).locator('.toaster_root').hover()
  await expect(rows(page)).toHaveCount(2)
  await findToast(page).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['Far Bank', 'Middle Rail', 'Near Ledge'])
  await expect(rows(page).nth(1)).toContainText('After <six>')
  await expectAccessible(page)
  await saveScreenshot(page, 'lists-one')

  await act(page, 'Options for Near Ledge', 'Move up')
  await expect.poll(() => namesIn(page)).toEqual(['Far Bank', 'Near Ledge', 'Middle Rail'])
  await page.getByRole('button', { name: 'Route' }).click()
  const route = page.getByRole('dialog', { name: 'Route' })
  await expect(route.getByRole('link', { name: 'Open in Google Maps' })).toHaveAttribute('href', /waypoints=/)
  await expectAccessible(page)
  await saveScreenshot(page, 'lists-route')
  await route.getByRole('button', { name: 'From the first spot' }).click()
  await expect.poll(() => namesIn(page)).toEqual(['Far Bank', 'Middle Rail', 'Near Ledge'])
  await expect(findToast(page)).toContainText('instead of')

  await page.getByRole('button', { name: 'Share list' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit list' })
  await edit.getByLabel('Anyone with the link').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  const linkNow = async (): Promise<string> => (await (await page.request.get(list)).json()).link
  const link = await linkNow()
  const visitor = await browser.newPage()
  await visitor.goto(`/lists/${link}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Sunday tour')
  await expect(rows(visitor)).toHaveCount(3)
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(visitor)
  await act(visitor, 'List options', 'Download')
  const file = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'GPX, for navigation apps' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('Sunday tour.gpx')
  const names = await visitor.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('rtept > name')].map(
        ({ textContent }) => textContent,
      ),
    await readFile(await saved.path(), 'utf8'),
  )
  expect(names).toEqual(['Far Bank', 'Middle Rail', 'Near Ledge'])
  await act(page, 'List options', 'Edit list')
  await edit.getByRole('button', { name: 'Replace link' }).click()
  await saveScreenshot(page, 'lists-edit')
  await page
    .getByRole('dialog', { name: 'Replace this link?' })
    .getByRole('button', { name: 'Replace link' })
    .click()
  await expect.poll(linkNow).not.toBe(link)
  await visitor.reload()
  await expect(visitor.getByText('List not found')).toBeVisible()
  await edit.getByLabel('Everyone').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()

  const other = await somebodyElse(browser)
  await other.page.goto(
    `/user/${(await (await page.request.get('/api/session')).json()).user.user_id}?tab=lists`,
  )
  await other.page.getByRole('link', { name: 'Sunday tour' }).click()
  await act(other.page, 'List options', 'Copy this list')
  await expect(findToast(other.page)).toContainText('List copied')
  await expect(rows(other.page)).toHaveCount(3)
  await expect(rows(other.page).nth(1)).not.toContainText('six')

  // In a crew's list, each member's changes appear for the other without a click.
  const crew = await (await ask(page, 'POST', '/api/crews', { name: 'Sunday crew' })).json()
  await ask(page, 'PUT', `/api/crews/${crew.id}/invitations/${await fetchUserId(other.request)}`)
  await ask(other.page, 'PUT', `/api/crews/${crew.id}/membership`)
  const data = { visibility: 'crew', crew_id: crew.id }
  expect((await page.request.patch(list, { headers: ownSite(), data })).ok()).toBe(true)
  await other.page.goto(`/lists/${items[0].id}`)
  await expect.poll(() => namesIn(other.page)).toEqual(['Far Bank', 'Middle Rail', 'Near Ledge'])
  await act(page, 'Options for Near Ledge', 'Move up')
  await expect.poll(() => namesIn(other.page)).toEqual(['Far Bank', 'Near Ledge', 'Middle Rail'])
  await ask(other.page, 'DELETE', `${list}/spots/${far.id}`)
  await expect.poll(() => namesIn(page)).toEqual(['Near Ledge', 'Middle Rail'])
  await ask(other.page, 'PUT', `${list}/spots/${(await spotAt(other.page, 'New Gap', 0.03)).id}`)
  await expect.poll(() => namesIn(page)).toEqual(['Near Ledge', 'Middle Rail', 'New Gap'])
  await expect.poll(() => namesIn(other.page)).toEqual(['Near Ledge', 'Middle Rail', 'New Gap'])

  await act(page, 'List options', 'Delete list')
  await page
    .getByRole('dialog', { name: 'Delete Sunday tour?' })
    .getByRole('button', { name: 'Delete list' })
    .click()
  await expect(page).toHaveURL('/saved?tab=lists')
  await expect(page.getByText('No lists yet')).toBeVisible()
  expect(member.username).toBeTruthy()
  await Promise.all([visitor.close(), other.context.close()])
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })
  test('LISTS-06 a list is stored on the device with its pictures, changes are queued, and it is deleted at sign-out', async ({
    page,
    context,
    member: _,
  }) => {
    const photo = await uploadFile(page.request, await aPhoto({ width: 900, height: 600 }))
    const first = await spotAt(page, 'Pocket Plaza', 0.1, { media_ids: [photo] })
    const later = await spotAt(page, 'Later Gap', 0.11)
    const made = await page.request.post('/api/lists', {
      data: { name: 'Pocket list', spot_id: first.id },
      headers: { ...ownSite(), 'idempotency-key': crypto.randomUUID() },
    })
    const { id } = await made.json()
    await page.goto(`/spots/${later.id}`)
    await workerReady(page)
    await outboxReady(page)
    await page.goto(`/lists/${id}`)
    await act(page, 'List options', 'Save offline')
    await expect(findToast(page)).toContainText('Downloading Pocket list')
    await expect
      .poll(async () => (await storedPaths(page)).some((path) => path.endsWith('/400.webp')))
      .toBe(true)
    await page.goto('/settings#areas')
    await expect(page.getByRole('link', { name: 'Pocket list' })).toBeVisible()
    await page.goto(`/spots/${later.id}`)
    await page.getByRole('button', { name: 'Spot actions' }).click()
    await page.getByRole('menuitem', { name: 'Add to a list' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add to a list' })
    await expect(sheet.getByRole('button', { name: 'Pocket list' })).toBeVisible()
    await context.setOffline(true)
    await sheet.getByRole('button', { name: 'Pocket list' }).click()
    await expect(findToast(page)).toContainText('Saved in your outbox')
    await page.goto(`/lists/${id}`)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first().getByRole('img').or(rows(page).first().locator('img'))).toHaveJSProperty(
      'complete',
      true,
    )
    await page.goto('/outbox')
    await expect(outboxRows(page)).toContainText(['Add to a list'])
    await context.setOffline(false)
    await expect(outboxRows(page)).toHaveCount(0)
    await page.goto(`/lists/${id}`)
    await expect.poll(() => namesIn(page)).toEqual(['Pocket Plaza', 'Later Gap'])
    await expect(page.locator('[data-stop]')).toHaveText(['1', '2'])
    await saveScreenshot(page, 'lists-map')
    await page.goto('/settings#areas')
    const refresh = page.getByRole('button', { name: 'Update Pocket list' })
    await expect(refresh).toBeEnabled()
    // Deletes the list while the page is open, because a page refreshes stored lists by itself when it opens.
    expect((await page.request.delete(`/api/lists/${id}`, { headers: ownSite() })).ok()).toBe(true)
    await refresh.click()
    await expect(page.getByRole('link', { name: 'Pocket list' })).toBeHidden()
    // The list disappears immediately; its files are deleted afterwards.
    await expect
      .poll(async () => (await storedPaths(page)).filter((path) => path.startsWith('/areas/')))
      .toEqual([])
  })
})
