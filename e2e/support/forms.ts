import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Account } from './accounts.ts'
import { afterRetries } from './clock.ts'
import { closeToast } from './share.ts'

/** A form in the product, and how to use it. */
export type Form = {
  /** Opens the form from any page. */
  open: (page: Page) => Promise<void>
  /** Returns the fields, and the text to send in each. */
  fields: (page: Page) => [field: Locator, text: string][]
  /** Makes any other choices that the form requires. */
  choose?: (page: Page) => Promise<void>
  send: (page: Page) => Locator
  request: [method: string, path: RegExp]
  /** Waits until the form has been accepted. */
  done: (page: Page) => Promise<void>
  /** Whether the form may be sent empty. */
  mayBeBlank?: true
  /** The code of a 409 that counts as a refusal here; null if every 409 means that the action is already done. */
  conflict?: string | null
  /** Whether the values are secret, and thus not restored after the session ends. */
  isSecret?: true
  /** Whether the form goes to the outbox when offline, which `outbox.spec.ts` tests. */
  waits?: true
  /** Whether the form opens by itself after the person signs in again. */
  reopens?: true
}

const TOO_MUCH = 4100
const LONG = `${'W'.repeat(300)} ${'\u202eright to left '.repeat(40)} ${`Z${'\u0301'.repeat(60)}`.repeat(40)} <img src=x onerror="alert(1)">`
/** A hostile string: markup, another writing direction, stacked diacritics, no spaces. */
export const HOSTILE = `<b>Ledge</b> \u202eegdel שלום ${`e${'\u0301'.repeat(12)}`.repeat(3)} ${'W'.repeat(40)}`
/** A hostile string for names. */
export const HOSTILE_NAME = '<b>Ada</b> \u202eada\u202c שלום'

function problem(status: number, code: string, detail: string, headers = {}) {
  return {
    status,
    headers,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: code, status, code, detail, request_id: 'x' }),
  }
}

/** The name for a failure in which a captive portal responds with its own sign-in page. */
export const UNREADABLE = 'a hotel'

/** Returns all ways a request may fail, as arguments for `route.fulfill`; null is a network failure. */
function errors(form: Pick<Form, 'conflict'>, isVisitor: boolean) {
  return {
    offline: null,
    '401': problem(401, isVisitor ? 'WRONG_CREDENTIALS' : 'SESSION_MISSING', 'Auth session missing!'),
    ...(form.conflict === null
      ? {}
      : { '409': problem(409, form.conflict ?? 'CONFLICT', 'This was changed in the meantime.') }),
    '413': problem(413, 'TOO_LARGE', 'This is too large.'),
    '429': problem(429, 'TOO_MANY', 'Too many requests.', { 'retry-after': '60' }),
    '500': problem(500, 'INTERNAL', 'Something went wrong. Please try again later.'),
    [UNREADABLE]: { status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' },
  }
}

function toast(page: Page) {
  return page.locator('.toaster_root[data-kind=error]')
}

function shownErrors(page: Page) {
  return (
    toast(page)
      // The alert of a map that can't be drawn isn't an error of the form.
      .or(page.locator('[role=alert]:not(.map_state)'))
      .or(page.locator('.field_error, [data-over]'))
      .filter({ visible: true, hasText: /\w{3}/ })
  )
}

/** Waits for a success toast. */
export function succeeded(page: Page): Promise<void> {
  return expect(page.locator('.toaster_root[data-kind=success]')).toBeVisible()
}

/** Checks that nothing is wider than the screen, and that each field is inside it. */
export async function expectInItsBox(page: Page, fields: Locator[]): Promise<void> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wide, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
  const width = page.viewportSize()?.width ?? 0
  for (const field of fields) {
    const box = await field.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, `${String(field)} is on the screen`).toBe(true)
  }
}

async function fill(page: Page, form: Form) {
  for (const [field, text] of form.fields(page)) await field.fill(text)
  await form.choose?.(page)
}

async function expectStored(page: Page, form: Form) {
  for (const [field, text] of form.fields(page)) await expect(field).toHaveValue(text)
}

async function expectRefused(page: Page, form: Form, what: string): Promise<void> {
  await test.step(what, async () => {
    const button = form.send(page)
    // There's no need to click a disabled button.
    if (!(await button.isEnabled())) return
    await button.click()
    const invalid = page.locator('input:invalid, textarea:invalid')
    await expect(shownErrors(page).or(invalid).first()).toBeVisible()
    await expect(button).toBeEnabled()
    await closeToast(page)
  })
}

/** Submits a form after its session has ended, unless the page has already switched to the sign-in screen. */
export function pressUnlessLeft(button: Locator): Promise<void> {
  return button.dispatchEvent('click', undefined, { timeout: 5_000 }).catch(() => undefined)
}

async function signInAgain(page: Page, { email, password }: Account): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Welcome Back' })
  // A form may stay open with a link to the sign-in screen.
  const link = page.getByRole('alert').getByRole('link', { name: 'Sign In' })
  await expect(heading.or(link).first()).toBeVisible()
  // The toast would cover the next element to click.
  await closeToast(page)
  // The page may redirect by itself while the link is being clicked.
  await expect(async () => {
    if (!(await heading.isVisible())) await link.click({ timeout: 2_000 })
    await expect(heading).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/auth/)
}

const PARTS = 3

/**
 * Returns the failures to test with the nth form: every third one, starting at a different one for each form. All forms
 * handle failures with the same code, so it's enough that a third of the forms in each group test each failure.
 */
export function listFailures(n: number, form: Pick<Form, 'conflict'>, isVisitor: boolean) {
  return Object.entries(errors(form, isVisitor)).filter((_, kind) => (n + kind) % PARTS === 0)
}

/**
 * Tests the `n`th form with a hostile string, one that is too long, whitespace, server and network failures, an expired
 * session in every third form (`member`; null for visitors), and finally one click that sends exactly once.
 */
export async function walkForm(page: Page, form: Form, member: Account | null, n: number): Promise<void> {
  const [method, path] = form.request
  const isIt = (url: string) => path.test(new URL(url).pathname)
  let taken = 0
  page.on('response', (answer) => {
    const isHtml = answer.headers()['content-type']?.includes('html')
    if (answer.request().method() === method && isIt(answer.url()) && answer.ok() && !isHtml) taken += 1
  })
  await form.open(page)
  const fields = form.fields(page).map(([field]) => field)

  await test.step('hostile text stays in its box', async () => {
    for (const field of fields) await field.fill(LONG)
    await expectInItsBox(page, fields)
  })
  await fill(page, form)
  const [first] = fields
  if (first) {
    await first.fill('x'.repeat(TOO_MUCH))
    // A field with a maximum length has nothing to reject.
    if ((await first.inputValue()).length === TOO_MUCH) await expectRefused(page, form, 'too long')
  }
  if (first && !form.mayBeBlank) {
    for (const field of fields) await field.fill('   ')
    await expectRefused(page, form, 'blank')
  }
  expect(taken, 'neither was taken').toBe(0)
  await fill(page, form)

  for (const [what, error] of listFailures(n, form, member === null)) {
    if (!error && form.waits) continue
    await test.step(what, async () => {
      if (error)
        await page.route(
          (url) => isIt(url.href),
          (route) => (route.request().method() === method ? route.fulfill(error) : route.fallback()),
        )
      else await page.context().setOffline(true)
      // Some forms retry automatically after a response they can't read.
      if (what === UNREADABLE) await page.clock.install()
      await form.send(page).click()
      if (what === UNREADABLE) await afterRetries(page, shownErrors(page).first())
      await expect(shownErrors(page).first(), what).toBeVisible()
      await expect(shownErrors(page).first()).not.toContainText(/undefined|\[object|JSON|fetch|<|Error:/)
      await expect(form.send(page)).toBeEnabled()
      await expectStored(page, form)
      await page.context().setOffline(false)
      await page.unrouteAll()
      await closeToast(page)
    })
  }
  expect(taken, 'nothing was taken yet').toBe(0)

  if (member && n % PARTS === 0)
    await test.step('the session ends', async () => {
      await page.context().clearCookies()
      await pressUnlessLeft(form.send(page))
      await signInAgain(page, member)
      if (!form.reopens) await form.open(page)
      if (form.isSecret) await fill(page, form)
      else await expectStored(page, form)
    })
  await closeToast(page)
  await form.send(page).click()
  await form.done(page)
  // A comment is shown before the server has it.
  await expect.poll(() => taken, { message: 'it was sent' }).toBe(1)
  await expectInItsBox(page, [])
}
