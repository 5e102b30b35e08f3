import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openHub } from './support/hub.ts'
import { expectAccessible } from './support/axe.ts'
import { choose, openMenuOf } from './support/comment-menu.ts'
import { ownSite } from './support/request-as-page.ts'
import { somebodyElse } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { findToast, closeToast } from './support/share.ts'
import { act } from './support/comments.ts'
import { expect, test } from './support/test.ts'

const LIST = /\/api\/discussions(\?|$)/

function aTag() {
  return randomBytes(4).toString('hex')
}

function start(page: Page) {
  return page.getByRole('button', { name: 'Start New Discussion' })
}

function form(page: Page) {
  return page.getByRole('form', { name: 'New discussion' })
}

function findCard(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

function commentsOn(page: Page, title: string) {
  return page.getByRole('list', { name: `Comments on ${title}` })
}

async function begin(
  page: Page,
  text: { title: string; content: string; category?: string },
): Promise<string> {
  const answer = await act(page, 'POST', '/api/discussions', { category: 'general', ...text })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).id
}

/** Opens a screen of the community and waits until its live stream is open. */
async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => answer.url().includes('/api/events'))
  await page.goto(path)
  await stream
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('DSC-01 DSC-03 DSC-04 DSC-05 DSC-06 DSC-07 DSC-08 DSC-10 DSC-11 DSC-12 a discussion is started and read', {
  tag: '@smoke',
}, async ({ page, browser, member }) => {
  const ben = await somebodyElse(browser)
  const tag = aTag()
  await (await openHub(page)).getByRole('link', { name: 'Community' }).click()
  await expect(page).toHaveURL('/community')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Discussions')
  const nav = page.getByRole('navigation', { name: 'Community' })
  await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(nav.getByRole('link', { name: 'Spots' })).toHaveAttribute('href', '/spots')
  // The email address is hidden at first, because other people may see the screen.
  const welcome = nav.getByText(`Welcome, ${member.email}`)
  await expect(welcome).toBeHidden()
  await nav.getByRole('button', { name: member.username }).click()
  await expect(welcome).toBeVisible()
  // In an empty list, a new discussion appears without the button, so create one before opening the list.
  await begin(ben.page, { title: `Before ${tag}`, content: 'Who is here?' })
  await openLive(ben.page, '/community')

  await start(page).click()
  await expect(form(page).getByRole('combobox')).toHaveValue('general')
  await expect(form(page).getByRole('option')).toHaveText([
    'General',
    'Tips & Tricks',
    'Gear Talk',
    'Spot Reviews',
  ])
  await expect(form(page).locator('textarea')).toHaveAttribute('rows', '4')
  await start(page).click()
  await expect(form(page)).toBeHidden()
  await start(page).click()
  await form(page).getByLabel('Title').fill('  ')
  await form(page).getByRole('button', { name: 'Create Discussion' }).click()
  await expect(findToast(page)).toContainText(/Error\s*Please fill in all fields/)
  const title = `Wax ${tag}`
  await form(page).getByLabel('Title').fill(title)
  await form(page).getByRole('combobox').selectOption('tips')
  await form(page).locator('textarea').fill('Candle or bees?\nBoth?')
  await expectAccessible(page)
  await saveScreenshot(page, 'community-form')
  await form(page).getByRole('button', { name: 'Create Discussion' }).click()
  await expect(findToast(page)).toContainText('Discussion created successfully!')
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('article').first()).toContainText(title)
  await start(page).click()
  await expect(form(page).getByLabel('Title')).toHaveValue('')
  await expect(form(page).getByRole('combobox')).toHaveValue('general')
  await form(page).getByRole('button', { name: 'Cancel' }).click()

  // Ben receives the event, and his list does not move.
  await ben.page.getByRole('button', { name: /new discussions?$/ }).click()
  const card = findCard(ben.page, title)
  await expect(card.getByText('Tips & Tricks')).toBeVisible()
  await expect(card.getByText(new RegExp(`^by ${member.username} • \\w{3} \\d+, \\d{4}$`))).toBeVisible()
  await expect(card.getByText('Candle or bees?')).toBeVisible()
  await expect(card.getByPlaceholder('Add a comment...')).toBeVisible()
  for (const category of ['gear', 'spots', 'general'])
    await begin(page, { title: `${category} ${tag}`, content: 'x', category })
  await ben.page.reload()
  for (const [named, category] of [
    [title, 'tips'],
    [`gear ${tag}`, 'gear'],
    [`spots ${tag}`, 'spots'],
    [`general ${tag}`, 'general'],
  ] as const) {
    const badge = findCard(ben.page, named).locator('.badge_root')
    const colours = await badge.evaluate((element, name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(--cat-${name})`
      const wanted = getComputedStyle(probe).color
      probe.remove()
      return [getComputedStyle(element).color, wanted]
    }, category)
    expect(colours[0], category).toBe(colours[1])
  }
  await expectAccessible(ben.page)
  await saveScreenshot(ben.page, 'community')
  await ben.context.close()
})

test('DSC-11 P-03 C-06 comments appear live for both people, and disappear when the discussion is deleted', async ({
  page,
  browser,
  member: _,
}) => {
  const ben = await somebodyElse(browser)
  const title = `Winter ${aTag()}`
  const id = await begin(page, { title, content: 'What lasts?' })
  await openLive(ben.page, `/community/${id}`)
  await expect(ben.page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(ben.page).toHaveTitle(`${title} · Nollie`)
  await openLive(page, '/community')
  const card = findCard(page, title)
  const field = card.getByPlaceholder('Add a comment...')
  await field.fill('   ')
  await field.press('Enter')
  await field.fill('  Beeswax.  ')
  await field.press('Enter')
  await expect(commentsOn(page, title).getByRole('listitem')).toHaveText(/Beeswax\.Reply$/)
  await expect(field).toHaveValue('')
  await expect(commentsOn(ben.page, title).getByText('Beeswax.', { exact: true })).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await openMenuOf(commentsOn(ben.page, title))
  await expect(ben.page.getByRole('menuitem')).toHaveText(['Report'])
  await ben.page.keyboard.press('Escape')
  await choose(commentsOn(ben.page, title), 'Report')
  await ben.page.getByRole('radio', { name: 'Spam' }).check()
  await ben.page.getByRole('button', { name: 'Submit Report' }).click()
  await expect(findToast(ben.page)).toContainText('Report submitted successfully')

  // A comment that can't be sent stays in its field, and is counted only once when it's sent again.
  await ben.page.route('**/api/discussions/*/comments', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', detail: 'x' } })
      : route.continue(),
  )
  const bens = ben.page.getByPlaceholder('Add a comment...')
  await bens.fill('And a hair dryer.')
  await ben.page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(findToast(ben.page)).toContainText('Failed to add comment')
  await expect(bens).toHaveValue('And a hair dryer.')
  await ben.page.unroute('**/api/discussions/*/comments')
  await bens.press('Enter')
  await expect(commentsOn(page, title).getByText('And a hair dryer.', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: '2 comments' })).toBeVisible()
  await expectAccessible(ben.page)
  await saveScreenshot(ben.page, 'discussion')

  await choose(commentsOn(page, title).getByRole('listitem').filter({ hasText: 'Beeswax.' }), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(commentsOn(page, title)).toBeFocused()
  await expect(commentsOn(ben.page, title).getByText('Beeswax.', { exact: true })).toHaveCount(0)
  await expect(ben.page.getByRole('heading', { name: '1 comment' })).toBeVisible()

  await card.getByRole('button', { name: `More options for the discussion ${title}` }).click()
  const item = page.getByRole('menuitem', { name: 'Delete' })
  await item.hover()
  await page.mouse.down()
  // Content that appears above the card moves it, but neither moves nor closes its open menu.
  await card.evaluate(async (element) => {
    element.style.marginTop = '150px'
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  await page.mouse.up()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
  await expect(ben.page.getByRole('heading', { name: 'Discussion not found' })).toBeVisible()
  await ben.context.close()
})

test('DSC-02 DSC-09 DSC-13 C-21 text that cannot be sent stays in the form, and the reason is shown, even when the session ends', async ({
  page,
  member: _,
}) => {
  let answer: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (answer = resolve))
  await page.route(LIST, async (route) => {
    await gate
    await route.fulfill({ json: { items: [], next_cursor: null } })
  })
  await page.goto('/community')
  await expect(page.getByText('Loading discussions...')).toBeVisible()
  answer()
  await expect(page.getByText('No discussions yet. Start the conversation!')).toBeVisible()
  await page.unroute(LIST)

  const title = `Kept ${aTag()}`
  await start(page).click()
  await form(page).getByLabel('Title').fill(title)
  await form(page).locator('textarea').fill('Words')
  const create = form(page).getByRole('button', { name: 'Create Discussion' })
  const refuse = async (status: number, code: string, detail: string, label: string) => {
    await page.route(LIST, (route) => route.fulfill({ status, json: { code, detail } }))
    await create.click()
    await expect(findToast(page)).toContainText(label)
    await expect(form(page).getByLabel('Title')).toHaveValue(title)
    await page.unroute(LIST)
  }
  await refuse(500, 'INTERNAL', 'x', 'Failed to create discussion')
  await refuse(429, 'TOO_MANY', 'Too many requests.', 'Too many requests.')
  await refuse(413, 'TOO_LARGE', 'This is too large.', 'This is too large.')
  await form(page).getByLabel('Title').fill('x'.repeat(201))
  await expect(form(page).getByText('1 character over the limit')).toBeVisible()
  await expect(create).toBeDisabled()
  await form(page).getByLabel('Title').fill(title)

  // The session ends before the form can detect it. The text is still there after the person signs in again.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  // Dispatches the click without waiting, or another request would detect the ended session first.
  await create.dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.context().addCookies(cookies)
  await page.goto('/community')
  await expect(form(page).getByLabel('Title')).toHaveValue(title)
  await create.click()
  await expect(findCard(page, title)).toHaveCount(1)

  await closeToast(page)
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/community')
  await expect(page).toHaveURL('/auth?next=%2Fcommunity')
})

test('discussions are filtered, searched, sorted, liked and edited; comments are answered, and deleted by the starter', async ({
  page,
  browser,
  member: _,
}) => {
  const ben = await somebodyElse(browser)
  const tag = aTag()
  const [wax, trucks] = [`Wax ${tag}`, `Trucks ${tag}`]
  const id = await begin(page, { title: wax, content: 'Candle or bees?', category: 'gear' })
  await begin(ben.page, { title: trucks, content: 'How wide?', category: 'tips' })
  const titles = page.getByRole('article').getByRole('heading', { level: 2 })

  // The address contains the category filter, the search, and the sort order.
  await page.goto('/community')
  await findCard(page, wax).getByRole('link', { name: 'Show only Gear Talk' }).click()
  await expect(page).toHaveURL('/community?category=gear')
  await expect(findCard(page, trucks)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Gear Talk' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('group', { name: 'Category' }).getByRole('button', { name: 'All' }).click()
  await page.getByLabel('Search discussions').fill(`${tag} BEES`)
  await expect(page).toHaveURL(`/community?q=${tag}+BEES`)
  await expect(titles).toHaveText([wax])
  await page.getByLabel('Search discussions').fill(`${tag} nowhere`)
  await expect(page.getByText('No matching discussions')).toBeVisible()
  await page.getByLabel('Search discussions').fill(tag)
  await expect(titles).toHaveText([trucks, wax])
  const answered = await act(ben.page, 'POST', `/api/discussions/${id}/comments`, { content: 'Kook.' })
  expect(answered.status()).toBe(201)
  await page.getByLabel('Sort by').selectOption('Latest reply')
  await expect(page).toHaveURL(`/community?q=${tag}&order=answered`)
  await expect(titles).toHaveText([wax, trucks])
  await page.reload()
  await expect(titles).toHaveText([wax, trucks])
  await expectAccessible(page)
  await saveScreenshot(page, 'community-filter')

  // Ben likes the discussion and comments; its author sees both live, replies, and deletes the rude comment.
  await openLive(page, `/community/${id}`)
  await openLive(ben.page, `/community/${id}`)
  await ben.page.getByRole('button', { name: 'Like discussion' }).click()
  await expect(page.getByRole('button', { name: 'Like discussion, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  const kook = commentsOn(page, wax).getByRole('listitem').filter({ hasText: 'Kook.' }).first()
  await kook.getByRole('button', { name: /^Reply to/ }).click()
  await page.getByPlaceholder(/^Reply to/).fill('Be nice.')
  await page.getByPlaceholder(/^Reply to/).press('Enter')
  await expect(commentsOn(ben.page, wax).locator('.comments_replies').getByText('Be nice.')).toBeVisible()
  await expect(ben.page.getByRole('heading', { name: '2 comments' })).toBeVisible()
  await saveScreenshot(ben.page, 'discussion-replies')
  await choose(kook.locator('.comments_comment').first(), 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(ben.page.getByText('Kook.')).toHaveCount(0)
  await expect(ben.page.getByText('Be nice.')).toHaveCount(0)
  await ben.page.goto('/dashboard')
  await ben.page.getByRole('button', { name: /Notifications/ }).click()
  // Wide screens also show the notification next to the feed.
  await expect(ben.page.getByRole('dialog').getByText(`removed your comment in ${wax}`)).toBeVisible()

  // Saving shows changes that were made elsewhere in the meantime.
  await page.getByRole('button', { name: /^More options for the discussion/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit discussion' })
  await dialog.getByLabel('Title').fill(`Beeswax ${tag}`)
  const sent = { data: { content: 'Candle, bees or soap?' }, headers: { ...ownSite(), 'if-match': '"1"' } }
  expect((await page.request.patch(`${process.env.NOLLIE_URL}/api/discussions/${id}`, sent)).status()).toBe(
    200,
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Someone changed this discussion while you were editing')).toBeVisible()
  await expect(dialog.getByRole('blockquote')).toContainText('Candle, bees or soap?')
  await expect(dialog.getByLabel('Title')).toHaveValue(`Beeswax ${tag}`)
  await expectAccessible(page)
  await saveScreenshot(page, 'discussion-edit')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Beeswax ${tag}`)
  await expect(page.getByText('Edited', { exact: true })).toBeVisible()
  await ben.context.close()
})
