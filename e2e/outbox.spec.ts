import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { makeAccount, signInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { allSent, outboxLine, outboxReady, outboxRows, storedEntries } from './support/device-outbox.ts'
import { ownSite } from './support/request-as-page.ts'
import { somebody } from './support/people.ts'
import { addPost, removePost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { chooser, fillForm, openForm, spotsAt, submit, tiles } from './support/share-form.ts'
import { aPhoto, aPoint, shareSpot, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { stored, workerReady } from './support/worker.ts'

function panel(page: Page) {
  return page.getByRole('region', { name: 'Comments' })
}

async function openComments(page: Page) {
  await page.getByRole('button', { name: /^Comments, \d/ }).click()
  await expect(panel(page).locator('textarea')).toBeVisible()
}

/** Writes a comment while offline, and checks that it's listed as waiting. */
async function say(page: Page, text: string) {
  await panel(page).locator('textarea').fill(text)
  await panel(page).getByRole('button', { name: 'Post', exact: true }).click()
  await expect(panel(page).getByRole('listitem').filter({ hasText: text })).toContainText(
    'Waiting for a connection',
  )
}

async function aPost(page: Page) {
  const title = `Bridge line ${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(page.request, { name: `Spot of ${title}`, ...aPoint() })
  return { ...(await addPost(page.request, spot.id, { title })), spot }
}

async function commentsIn(post_id: string): Promise<string[]> {
  const db = await database()
  const rows = await db
    .selectFrom('comments')
    .select('content')
    .where('post_id', '=', post_id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ content }) => content)
}

async function idOn(page: Page): Promise<string> {
  return (await (await page.request.get('/api/session')).json()).user.user_id
}

async function offline(context: BrowserContext, page: Page) {
  await outboxReady(page)
  await context.setOffline(true)
}

function heart(page: Page) {
  return page.getByRole('button', { name: 'Like', exact: true }).first()
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('text written offline waits, even if the page is closed, and arrives once, from one of two tabs', async ({
    page,
    context,
    member: _,
  }) => {
    const post = await aPost(page)
    await page.goto(`/post/${post.id}`)
    await workerReady(page)
    await page.reload()
    await openComments(page)
    await stored(page, `/api/posts/${post.id}`)
    await stored(page, `/api/posts/${post.id}/comments`)
    await offline(context, page)
    await say(page, 'Clean under the bridge')
    await say(page, 'And once more')
    await page.goto(`/post/${post.id}`)
    await heart(page).click()
    await expect(outboxLine(page)).toHaveText('3 items to send')
    await page.close()

    // Reopened while offline, the page shows everything as if it had been sent.
    const again = await context.newPage()
    await again.goto(`/post/${post.id}`)
    await expect(heart(again)).toHaveAttribute('aria-pressed', 'true')
    await openComments(again)
    await expect(panel(again).getByText('Waiting for a connection')).toHaveCount(2)
    await again.goto('/outbox')
    await expect(outboxRows(again)).toHaveCount(3)
    await expect(outboxRows(again).first()).toContainText('Clean under the bridge')
    await expectAccessible(again)
    await saveScreenshot(again, 'outbox')
    const other = await context.newPage()
    await other.goto('/outbox')
    await expect(outboxRows(other)).toHaveCount(3)
    expect(await commentsIn(post.id)).toEqual([])
    // One tab sends the entries. Both tabs show this, and neither lets people edit or discard them in the meantime.
    let answer = () => undefined as void
    const isAnswered = new Promise<void>((resolve) => (answer = resolve))
    await context.route('**/api/posts/*/comments', async (route) => {
      if (route.request().method() === 'POST') await isAnswered
      await route.fallback()
    })
    await context.setOffline(false)
    for (const tab of [again, other]) {
      await expect(outboxRows(tab).first()).toContainText('Sending...')
      await expect(outboxRows(tab).first().getByRole('button', { name: 'Discard' })).toBeDisabled()
    }
    answer()
    await expect(outboxRows(again)).toHaveCount(0)
    await expect(other.getByText('Nothing to send')).toBeVisible()
    expect(await commentsIn(post.id)).toEqual(['Clean under the bridge', 'And once more'])
    const { items } = await (await again.request.get(`/api/posts/${post.id}/media/0/likes`)).json()
    expect(items).toHaveLength(1)
    expect(await storedEntries(again)).toBe(0)
  })

  test('a spot shared offline arrives with its photo once, even if the upload is interrupted', async ({
    page,
    context,
    member: _,
  }) => {
    await page.goto('/dashboard')
    await workerReady(page)
    await openForm(page)
    await offline(context, page)
    const point = await fillForm(page, 'Tunnel Hubba')
    const photo = await aPhoto()
    await chooser(page).setInputFiles(photo)
    await expect(tiles(page)).toHaveCount(1)
    await submit(page).click()
    await expect(findToast(page)).toContainText('Saved in your outbox')
    await page.goto('/outbox')
    await expect(outboxRows(page)).toContainText('Tunnel Hubba')
    await expect(outboxRows(page).locator('img')).toBeVisible()
    await saveScreenshot(page, 'outbox-spot')
    const half = Math.floor(photo.buffer.length / 2)
    const offsets: (string | undefined)[] = []
    await page.route('**/api/uploads/*', async (route) => {
      const request = route.request()
      if (request.method() !== 'PATCH') return route.fallback()
      const headers = request.headers()
      offsets.push(headers['upload-offset'])
      if (offsets.length > 1) return route.fallback()
      // Uploads half of the file before the connection drops.
      const data = photo.buffer.subarray(0, half)
      await page.request.patch(request.url(), { headers: { ...headers, ...ownSite() }, data })
      await context.setOffline(true)
      await route.abort()
    })
    await context.setOffline(false)
    await expect.poll(() => offsets).toEqual(['0'])
    await expect(outboxRows(page)).toContainText('Waiting for a connection')
    await page.reload()
    await expect(outboxRows(page)).toContainText('Tunnel Hubba')
    await context.setOffline(false)
    await allSent(page)
    expect(await spotsAt(page, point)).toHaveLength(1)
    // The upload resumed where it had stopped.
    expect(offsets).toEqual(['0', String(half)])
  })
})

test('a like before the outbox is loaded is stored for it, even if it never loads on this page', async ({
  page,
  context,
  member: _,
}) => {
  const post = await aPost(page)
  await page.route(/\/outbox-[\w-]+\.js/, (route) => route.abort())
  await page.goto(`/post/${post.id}`)
  await expect(heart(page)).toBeVisible()
  await context.setOffline(true)
  await heart(page).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nollie.waiting'))).toBe('true')
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.toaster_root')).toHaveCount(0)
  await page.unroute(/\/outbox-[\w-]+\.js/)
  await context.setOffline(false)
  await page.goto('/outbox')
  await outboxReady(page)
  await allSent(page)
  const likes = async () =>
    (await (await page.request.get(`/api/posts/${post.id}/media/0/likes`)).json()).items.length
  await expect.poll(likes).toBe(1)
})

test("no one sends another person's entries, an ended session pauses them, and signing out asks and deletes them", async ({
  page,
  context,
  member,
  browser,
}) => {
  const other = await somebody(browser)
  const to = (await (await other.request.get('/api/session')).json()).user.user_id as string
  const messages = async () => {
    const db = await database()
    return db.selectFrom('messages').select('content').where('user_id', '=', me).execute()
  }
  const me = await idOn(page)
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: /^Message / }).fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('log').getByRole('listitem').filter({ hasText: text })).toContainText(
      'Waiting for a connection',
    )
  }
  await page.goto(`/messages/with/${to}`)
  await expect(page.getByRole('textbox', { name: /^Message / })).toBeVisible()
  await offline(context, page)
  await write('See you under the bridge')
  // Meanwhile the session ends, and someone else signs in on this device.
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/auth/)
  const stranger = await makeAccount()
  await signInAs(page, stranger)
  await page.goto('/outbox')
  await expect(page.getByText('Nothing to send')).toBeVisible()
  await expect(outboxLine(page)).toHaveCount(0)
  expect(await messages()).toEqual([])
  expect(await storedEntries(page)).toBe(1)
  await context.clearCookies()
  await signInAs(page, member)
  await page.goto(`/messages/with/${to}`)
  await allSent(page)
  expect(await messages()).toEqual([{ content: 'See you under the bridge' }])

  // The message arrives but its response is lost, so the client sends it again with the same idempotency key.
  await page.route('**/api/health/live', (route) => route.abort())
  await page.route('**/api/messages/with/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('textbox', { name: /^Message / }).fill('On my way')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => storedEntries(page)).toBe(1)
  await expect.poll(messages).toHaveLength(2)
  await page.unrouteAll({ behavior: 'wait' })
  await context.setOffline(true)
  await context.setOffline(false)
  await allSent(page)
  expect(await messages()).toHaveLength(2)

  // The server is reachable only for the sign-out, so an entry stays in the outbox.
  await page.route('**/api/health/live', (route) => route.abort())
  await page.route('**/api/messages/with/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.reload()
  await outboxReady(page)
  await write('Bring wax')
  await page.goto('/settings')
  const signOut = page.getByRole('button', { name: 'Sign Out', exact: true }).first()
  await signOut.click()
  const question = page.getByRole('dialog', { name: '1 item hasn’t been sent yet' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await storedEntries(page)).toBe(1)
  await signOut.click()
  await question.getByRole('button', { name: 'Sign out and delete' }).click()
  await page.waitForURL('/auth')
  // Signing out reloads the page, which may interrupt reading its storage.
  await expect(async () => expect(await storedEntries(page)).toBe(0)).toPass()
  expect(await messages()).toHaveLength(2)
  await other.context.close()
})

test('refused text returns, a deleted post is reported, and a full disk leaves the form unchanged', async ({
  page,
  context,
  browser,
  member: _,
}) => {
  const other = await somebody(browser)
  const spot = await shareSpot(other.request)
  const gone = await addPost(other.request, spot.id, { title: 'Soon gone' })
  const post = await aPost(page)
  await page.goto(`/post/${gone.id}`)
  await openComments(page)
  await offline(context, page)
  await say(page, 'Where is this?')
  await removePost(other.request, gone.id)
  await context.setOffline(false)
  await expect(findToast(page)).toContainText('Not sent')
  await page.goto('/outbox')
  await expect(outboxRows(page)).toContainText('This post no longer exists.')
  await expect(outboxRows(page)).toContainText('Where is this?')
  await expect(outboxRows(page).getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await outboxRows(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Nothing to send')).toBeVisible()

  await page.goto(`/post/${post.id}`)
  await openComments(page)
  await offline(context, page)
  await say(page, 'Not like this')
  const refusal = { status: 403, code: 'NOT_ALLOWED', detail: 'You don’t have permission to do this.' }
  await page.route('**/api/posts/*/comments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
      : route.fallback(),
  )
  await context.setOffline(false)
  await expect(outboxLine(page)).toHaveText('Couldn’t send 1 item')
  await outboxLine(page).click()
  await expect(outboxRows(page)).toContainText('Not sent. You don’t have permission to do this.')
  await saveScreenshot(page, 'outbox-refused')
  await outboxRows(page).getByRole('button', { name: 'Edit' }).click()
  await openComments(page)
  await expect(panel(page).locator('textarea')).toHaveValue('Not like this')
  await expect(outboxLine(page)).toHaveCount(0)
  expect(await commentsIn(post.id)).toEqual([])

  // Simulates a device without free space.
  await page.addInitScript(() => {
    const put = Reflect.get(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'entries') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await page.goto('/share-content')
  const form = page.getByRole('form', { name: 'Share with everyone' })
  await expect(form.getByLabel('Title')).toBeVisible()
  await offline(context, page)
  await form.getByLabel('Title').fill('No room for this')
  await form.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(findToast(page)).toContainText('It’s still here. Free up some space, then try again.')
  await expect(form.getByLabel('Title')).toHaveValue('No room for this')
  expect(await storedEntries(page)).toBe(0)
  await context.setOffline(false)
  await other.context.close()
})
