import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { openHub } from './support/hub.ts'
import { scrollTo } from './support/scroll.ts'
import { expectAccessible } from './support/axe.ts'
import { somebodyElse } from './support/people.ts'
import { withRetry } from './support/retry-while-busy.ts'
import { saveScreenshot } from './support/screens.ts'
import { act, aGallery, findLightbox } from './support/comments.ts'
import { expect, test } from './support/test.ts'
import { ownSite } from './support/request-as-page.ts'
import { tryAgainUntil } from './support/retry-buttons.ts'

/** Returns the person signed in on a page. */
async function meOn(page: Page): Promise<{ user_id: string; username: string }> {
  return (await (await page.request.get('/api/session')).json()).user
}

/** Sets the signed-in person's full name. */
async function nameThem(page: Page, full_name: string): Promise<void> {
  const { user_id, username } = await meOn(page)
  const { version } = await (await page.request.get(`/api/people/${user_id}`)).json()
  const answer = await page.request.patch('/api/profile', {
    data: { full_name, bio: null, instagram_url: null, username },
    headers: { ...ownSite(), 'if-match': `"${version}"` },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Sends a message through the API; returns the conversation's ID. */
async function write(request: APIRequestContext, to: string, data: Record<string, unknown>): Promise<string> {
  const answer = await withRetry(() =>
    request.post(`/api/messages/with/${to}`, {
      data,
      headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    }),
  )
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).thread_id
}

function log(page: Page) {
  return page.getByRole('log')
}

function field(page: Page) {
  return page.getByRole('textbox', { name: /^Message / })
}

function shown(page: Page, text: string) {
  return log(page).getByText(text, { exact: true })
}

function send(page: Page) {
  return page.getByRole('button', { name: 'Send', exact: true })
}

/** Opens an address and waits until the page's live stream is open. */
async function listening(page: Page, path: string): Promise<void> {
  const stream = page.waitForRequest((requested) => requested.url().includes('/api/events'))
  await page.goto(path)
  await stream
}

/** Makes two people follow each other, so that their messages need no request. */
async function friends(page: Page, other: Page): Promise<{ mine: string; theirs: string }> {
  const [mine, theirs] = [(await meOn(page)).user_id, (await meOn(other)).user_id]
  await act(page, 'PUT', `/api/people/${theirs}/follow`)
  await act(other, 'PUT', `/api/people/${mine}/follow`)
  await nameThem(page, 'Maya Okafor')
  await nameThem(other, 'Kofi Mensah')
  return { mine, theirs }
}

test('PROF-10 G-13 a message request is accepted, and both people chat live @desktop', {
  tag: '@smoke',
}, async ({ page, member: _, browser }) => {
  const kofi = await somebodyElse(browser)
  await nameThem(page, 'Maya Okafor')
  await nameThem(kofi.page, 'Kofi Mensah')
  const { user_id } = await meOn(page)
  await listening(page, '/messages')
  await expect(page.getByText('No messages yet')).toBeVisible()
  await saveScreenshot(page, 'messages-empty')

  await kofi.page.goto(`/user/${user_id}`)
  await kofi.page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(kofi.page).toHaveURL(`/messages/with/${user_id}`)
  await expect(send(kofi.page)).toBeDisabled()
  await field(kofi.page).fill('Hey, is the drain at the pool still open?')
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await kofi.page.route('**/api/messages/threads/*', async (route) => {
    await gate
    await route.fallback()
  })
  await send(kofi.page).click()
  await expect(shown(kofi.page, 'Hey, is the drain at the pool still open?')).toBeVisible()
  // Text typed while the new conversation gets its address isn't lost.
  await kofi.page.keyboard.type('Or is it ')
  await expect(kofi.page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
  await kofi.page.keyboard.type('wet?')
  release()
  await expect(field(kofi.page)).toHaveValue('Or is it wet?')
  await expect(field(kofi.page)).toBeFocused()
  await expect(kofi.page.getByText('You can send 4 more messages until Maya Okafor replies.')).toBeVisible()

  // The message is among the requests, and their count includes it immediately.
  await page.getByRole('tab', { name: 'Requests (1)' }).click()
  const row = page.getByRole('link', { name: /^Kofi Mensah/ })
  await expect(row).toContainText('1 unread')
  await expectAccessible(page)
  await saveScreenshot(page, 'messages-requests')
  await row.click()
  await expect(shown(page, 'Hey, is the drain at the pool still open?')).toBeVisible()
  await expect(page.getByText('Kofi Mensah wants to message you')).toBeVisible()
  await expect(field(page)).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'messages-request')
  const request = page.getByRole('region', { name: 'Kofi Mensah wants to message you' })
  for (const name of ['Block', 'Report']) {
    await request.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(log(kofi.page).getByText('Sent', { exact: true })).toBeVisible()

  // A deleted conversation disappears; a later message brings it back without the earlier ones.
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No requests')).toBeVisible()
  await field(kofi.page).fill('Anyone?')
  await send(kofi.page).click()
  await row.click()
  await expect(shown(page, 'Anyone?')).toBeVisible()
  await expect(shown(page, 'Hey, is the drain at the pool still open?')).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept' }).click()
  await field(page).fill('It is. Bring a broom.')
  await send(page).click()
  await expect(shown(kofi.page, 'It is. Bring a broom.')).toBeVisible()
  await expect(kofi.page.getByText(/^Until Maya/)).toHaveCount(0)
  await expect(log(page).getByText('Seen', { exact: true })).toBeVisible()

  // A deleted message is removed for both people, and a note takes its place.
  const message = log(kofi.page).getByRole('listitem').filter({ hasText: 'Anyone?' }).first()
  await message.hover()
  await message.getByRole('button', { name: 'Message options' }).click()
  await kofi.page.getByRole('menuitem', { name: 'Delete' }).click()
  await kofi.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(log(kofi.page).getByText('Message deleted')).toBeVisible()
  await expect(log(kofi.page)).toBeFocused()
  await expect(log(page).getByText('Message deleted')).toBeVisible()
  await kofi.context.close()
})

test('a lost response creates no duplicate, a refused message keeps its text, and drafts stay', async ({
  page,
  member: _,
  browser,
}) => {
  const kofi = await somebodyElse(browser)
  const { theirs } = await friends(page, kofi.page)
  const thread_id = await write(kofi.page.request, (await meOn(page)).user_id, { content: 'Tomorrow?' })
  await listening(page, `/messages/${thread_id}`)
  await expect(shown(page, 'Tomorrow?')).toBeVisible()

  let lost = 0
  await page.route(`**/api/messages/with/${theirs}`, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await field(page).fill('At six, at the bank')
  await field(page).press('Enter')
  // On phones Enter starts a new line, because touch keyboards have no other key for it.
  if (test.info().project.name === 'phone') await send(page).click()
  await expect(shown(page, 'At six, at the bank')).toHaveCount(1)
  await expect(field(page)).toHaveValue('')
  await expect(log(page).getByText('Sending...')).toHaveCount(0)
  expect(lost).toBe(1)
  const { items } = await (await page.request.get(`/api/messages/threads/${thread_id}/messages`)).json()
  expect(items.map(({ content }: { content: string }) => content)).toEqual([
    'At six, at the bank',
    'Tomorrow?',
  ])

  // A refused message shows the reason, and another click sends it.
  await page.route(`**/api/messages/with/${theirs}`, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 429, code: 'TOO_MANY', detail: 'Please wait a moment.' }),
    }),
  )
  await field(page).fill('Bring wax')
  await send(page).click()
  await expect(page.getByRole('alert').getByText('Not sent. Please wait a moment.')).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'messages-failed')
  await page.unroute(`**/api/messages/with/${theirs}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(shown(page, 'Bring wax')).toHaveCount(1)

  await field(page).fill('Half a thought')
  await field(page).press('Shift+Enter')
  await page.reload()
  await expect(field(page)).toHaveValue('Half a thought\n')
  await kofi.context.close()
})

test('a spot and a photo are sent and opened; earlier messages load while scrolling up', async ({
  page,
  member: _,
  browser,
}) => {
  const kofi = await somebodyElse(browser)
  const { mine, theirs } = await friends(page, kofi.page)
  const { spot, items } = await aGallery(page, 1)
  const thread_id = await write(kofi.page.request, mine, { content: 'Message 1' })
  for (let n = 2; n <= 40; n++)
    await write((n % 3 ? kofi.page : page).request, n % 3 ? mine : theirs, { content: `Message ${n}` })

  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Spot actions' }).click()
  await page.getByRole('menuitem', { name: 'Share Spot' }).click()
  await page.getByRole('link', { name: 'Send to a skater' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Send to' })).toBeVisible()
  await expect(page.getByText(spot.name)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Conversations' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'messages-send-to')
  await page.getByRole('link', { name: /^Kofi Mensah/ }).click()
  await expect(page).toHaveURL(`/messages/${thread_id}`)
  await expect(page.getByRole('region', { name: 'Attached' }).getByText(spot.name)).toBeVisible()
  await field(page).fill('This one')
  await send(page).click()
  await expect(log(page).getByRole('link', { name: new RegExp(spot.name) })).toHaveAttribute(
    'href',
    `/spots/${spot.id}`,
  )

  // A link to a spot is replaced with its card, no matter how it got into the field.
  const attached = page.getByRole('region', { name: 'Attached' })
  await field(page).fill(`${process.env.NOLLIE_URL}/spots/${spot.id}`)
  await expect(attached.getByText(spot.name)).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await attached.getByRole('button').click()
  await expect(attached).toHaveCount(0)

  // A pasted link to a photo is replaced with the photo.
  const [item] = items
  const link = `${process.env.NOLLIE_URL}/spots/${spot.id}?item=${item?.post_id}.0`
  await field(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, link)
  await expect(page.getByRole('region', { name: 'Attached' })).toBeVisible()
  await send(page).click()
  const photo = log(page).getByRole('link', { name: /Photo by Maya Okafor/ })
  await expect(photo).toBeVisible()
  await expect(page.getByText('Sending...')).toHaveCount(0)
  await expectAccessible(page)
  await saveScreenshot(page, 'messages')
  await photo.click()
  await expect(findLightbox(page)).toBeVisible()
  await page.goBack()
  await expect(findLightbox(page)).toHaveCount(0)

  // Earlier messages that load while someone reads further up don't move the text.
  await page.reload()
  await expect(shown(page, 'Message 40')).toBeVisible()
  await expect(shown(page, 'Message 2')).toHaveCount(0)
  const read = shown(page, 'Message 14')
  await page.route('**/messages?cursor=*', async (route) => {
    await new Promise((go) => setTimeout(go, 300))
    await route.continue()
  })
  await scrollTo(read)
  const before = (await read.boundingBox())?.y ?? 0
  await expect(shown(page, 'Message 2')).toHaveCount(1)
  expect(Math.abs(((await read.boundingBox())?.y ?? 0) - before)).toBeLessThan(3)
  await write(kofi.page.request, mine, { content: 'And now below' })
  await page.getByRole('button', { name: 'New messages' }).click()
  await expect(shown(page, 'And now below')).toBeInViewport()

  // A link to a list becomes its card, which disappears for the other person once the list is private.
  const made = await page.request.post('/api/lists', {
    data: { name: 'Sunday tour', visibility: 'public', spot_id: spot.id },
    headers: { ...ownSite(), 'idempotency-key': randomUUID() },
  })
  const { id } = await made.json()
  await field(page).fill(`${process.env.NOLLIE_URL}/lists/${id}?from=chat`)
  await expect(attached.getByText('Sunday tour')).toBeVisible()
  await send(page).click()
  await expect(log(page).getByRole('link', { name: 'Sunday tour' })).toBeVisible()
  await kofi.page.goto(`/messages/${thread_id}`)
  const card = log(kofi.page).getByRole('link', { name: 'Sunday tour' })
  await expect(card).toContainText('1 spot · Maya Okafor')
  await card.click()
  await expect(kofi.page).toHaveURL(`/lists/${id}`)
  await expect(kofi.page.getByRole('heading', { level: 1 })).toHaveText('Sunday tour')
  await page.request.patch(`/api/lists/${id}`, { data: { visibility: 'private' }, headers: ownSite() })
  await kofi.page.goto(`/messages/${thread_id}`)
  await expect(log(kofi.page).getByText('This list is no longer available')).toBeVisible()

  // The menu of a list that others can read sends it, too.
  await page.request.patch(`/api/lists/${id}`, { data: { visibility: 'link' }, headers: ownSite() })
  await page.goto(`/lists/${id}`)
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name: 'Send to a skater' }).click()
  await page.getByRole('link', { name: /^Kofi Mensah/ }).click()
  await expect(attached.getByText('Sunday tour')).toBeVisible()
  await send(page).click()
  await expect(log(kofi.page).getByRole('link', { name: 'Sunday tour' })).toHaveAttribute(
    'href',
    /^\/lists\/[0-9a-f]{32}$/,
  )
  await kofi.context.close()
})

test('NOTIF-03 PROF-10 G-36 blocking removes a conversation on both sides immediately', async ({
  page,
  member: _,
  browser,
}) => {
  const kofi = await somebodyElse(browser)
  const { mine } = await friends(page, kofi.page)
  const thread_id = await write(kofi.page.request, mine, { content: 'You again' })
  await listening(kofi.page, `/messages/${thread_id}`)
  await expect(shown(kofi.page, 'You again')).toBeVisible()

  // The public view of one's own page has no Message button, but it does have the bell.
  await page.goto(`/user/${mine}`)
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toHaveCount(0)
  // On one's own page, the hub's link to messages shows how many are unread.
  const hub = await openHub(page)
  await expect(hub.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(hub.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible()
  await expectAccessible(page)
  await saveScreenshot(page, 'profile-messages')
  await page.route('**/api/messages/threads?*', (route) => route.fulfill({ status: 404, body: '' }))
  await hub.getByRole('link', { name: 'Messages, 1 unread' }).click()
  await expect(page.getByText('Couldn’t load your messages')).toBeVisible()
  await page.unroute('**/api/messages/threads?*')
  await tryAgainUntil(page, page.getByRole('link', { name: /^Kofi Mensah.*You again/ }))
  await saveScreenshot(page, 'messages-list')
  await page.getByRole('link', { name: /^Kofi Mensah/ }).click()
  await expect(shown(page, 'You again')).toBeVisible()
  const message = log(page).getByRole('listitem').filter({ hasText: 'You again' }).first()
  await message.hover()
  await message.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report Message' })
  await report.getByRole('radio', { name: 'Harassment' }).click()
  await report.getByRole('button', { name: 'Submit Report' }).click()
  await expect(page.getByText(/^Report submitted successfully/)).toBeVisible()
  await expect(report).toHaveCount(0)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page).toHaveURL('/messages')
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expect(kofi.page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
  await saveScreenshot(kofi.page, 'messages-gone')
  await page.goto(`/messages/${thread_id}`)
  await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
  await kofi.context.close()
})
