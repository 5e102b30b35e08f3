import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { addComment } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

/** Makes a list's response contain rows that cannot be rendered, until the returned function is called. */
async function breakLines(page: Page, address: string, line: (of: object) => object | null) {
  const answer = async (route: Route) => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, items: json.items.map(line) } })
  }
  await page.route(address, answer)
  return () => page.unroute(address, answer)
}

// The client logs a render error to the console, which would fail the journey.
function forget(consoleErrors: string[]) {
  return consoleErrors.splice(0)
}

test('a broken feed does not affect the header and the dock, and returns on retry', async ({
  page,
  member: _,
  consoleErrors,
}) => {
  await shareSpot(page.request, { name: 'Whole Again Ledge' })
  const mend = await breakLines(page, '**/api/posts?*', (post) => ({ ...post, title: 7, content: 7 }))
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText(/Something went wrong\. Try again\./)
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Spots' }).first()).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'panel-broken')
  await mend()
  await tryAgainUntil(page, page.getByRole('article').first())
  forget(consoleErrors)
})

test('broken comments do not affect their post', async ({ page, member: _, consoleErrors }) => {
  const { id } = await shareSpot(page.request, { name: 'Half Broken Ledge' })
  const { items } = await (await page.request.get(`/api/spots/${id}/media`)).json()
  const [{ post_id, media_index }] = items
  await addComment(page.request, post_id, 'Clean.', media_index)
  const mend = await breakLines(page, '**/api/posts/*/comments?*', (comment) => ({ ...comment, content: 7 }))
  await page.goto(`/post/${post_id}`)
  const card = page.getByRole('article').first()
  await card
    .getByRole('button', { name: /comment/i })
    .first()
    .click()
  await expect(page.getByText('Something went wrong. Try again.')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Like/ }).first()).toBeVisible()
  await mend()
  await tryAgainUntil(page, page.getByText('Clean.'))
  await expect(page.getByText('Something went wrong. Try again.')).toHaveCount(0)
  forget(consoleErrors)
})

test('a menu whose code fails to load shows an error, affects nothing else, and works once online', async ({
  page,
  member: _,
  consoleErrors,
}) => {
  const spot = await shareSpot(page.request, { name: 'Tunnel Ledge' })
  const blocked = '**/assets/**'
  await page.goto(`/spots/${spot.id}`)
  const heading = page.getByRole('heading', { level: 1, name: 'Tunnel Ledge' })
  await expect(heading).toBeVisible()
  await page.route(blocked, (route) => route.abort())
  await page.getByRole('button', { name: 'Spot actions' }).click()
  const toast = page.getByRole('region', { name: 'Notifications', exact: true })
  await expect(toast).toContainText('Something went wrong. Try again.')
  await expect(heading).toBeVisible()
  await page.unroute(blocked)
  // Browsers don't request a failed module a second time, so retrying reloads the page.
  await Promise.all([page.waitForEvent('load'), toast.getByRole('button', { name: 'Try again' }).click()])
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Spot' })).toBeVisible()
  forget(consoleErrors)
})
