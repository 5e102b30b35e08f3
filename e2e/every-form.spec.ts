import type { APIRequestContext } from '@playwright/test'
import { makeAccount } from './support/accounts.ts'
import { afterRetries } from './support/clock.ts'
import { listFailures, expectInItsBox, HOSTILE, UNREADABLE, walkForm } from './support/forms.ts'
import { FORMS_OF_GROUPS, FORMS_OF_STEWARDS } from './support/forms-of-groups.ts'
import { FORMS_OF_MEMBERS } from './support/forms-of-members.ts'
import { appealForm, FORMS_OF_MODERATORS } from './support/forms-of-moderators.ts'
import { FORMS_OF_VISITORS } from './support/forms-of-visitors.ts'
import { outboxReady } from './support/device-outbox.ts'
import { makeAdmin, somebody } from './support/people.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const IT_IS = 'typed text is never lost, and every error is shown'

async function aSpot(request: APIRequestContext) {
  const { id } = await shareSpot(request)
  const { items } = await (await request.get(`${process.env.NOLLIE_URL}/api/spots/${id}/media`)).json()
  return { id, post_id: items[0].post_id as string }
}

// A form's index determines which failures it is tested with.
const NAMES = [
  ...[FORMS_OF_VISITORS, FORMS_OF_MEMBERS, FORMS_OF_GROUPS, FORMS_OF_MODERATORS, FORMS_OF_STEWARDS].flatMap(
    Object.keys,
  ),
  'appeal',
  'message',
]

function indexForm(name: string) {
  return NAMES.indexOf(name)
}

for (const [name, form] of Object.entries(FORMS_OF_VISITORS))
  test(`R11 ${name}: ${IT_IS}`, async ({ page, browser }) => {
    const account = await makeAccount()
    const other = name === 'notice' ? await somebody(browser) : null
    const spot_id = other ? (await aSpot(other.request)).id : ''
    await other?.context.close()
    await walkForm(page, await form({ page, account, spot_id }), null, indexForm(name))
  })

test(`R11 appeal: ${IT_IS}`, async ({ page, browser }) => {
  const other = await somebody(browser)
  const form = await appealForm(browser, { other, spot: await aSpot(other.request) })
  await other.context.close()
  await walkForm(page, form, null, indexForm('appeal'))
})

const OF_ADMINS = { ...FORMS_OF_MODERATORS, ...FORMS_OF_STEWARDS }
for (const [name, form] of Object.entries({ ...FORMS_OF_MEMBERS, ...FORMS_OF_GROUPS, ...OF_ADMINS }))
  test(`R11 ${name}: ${IT_IS}`, async ({ page, browser, member }) => {
    if (name in OF_ADMINS) await makeAdmin(member)
    const other = await somebody(browser)
    const spot = await aSpot(other.request)
    const made = await form({ page, member, other, spot })
    await other.context.close()
    await walkForm(page, made, member, indexForm(name))
  })

test(`R11 message: ${IT_IS}`, async ({ page, browser, member: _ }) => {
  const other = await somebody(browser)
  const { user } = await (await other.request.get('/api/session')).json()
  await other.context.close()
  const messages = new RegExp(`/api/messages/with/${user.user_id}$`)
  let taken = 0
  page.on('response', (answer) => {
    if (messages.test(answer.url()) && answer.status() === 201) taken += 1
  })
  await page.goto(`/messages/with/${user.user_id}`)
  const field = page.getByRole('textbox', { name: /^Message / })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(field).toBeVisible()
  await field.fill('   ')
  await expect(send).toBeDisabled()
  await field.fill('x'.repeat(2001))
  await expect(page.getByRole('alert')).toContainText('1 character over the limit')
  await expect(send).toBeDisabled()
  await field.fill(HOSTILE)
  await expectInItsBox(page, [field])
  const log = page.getByRole('log')
  const again = page.getByRole('button', { name: 'Try again' })
  // The conversation shows the message after the first click; each failure happens in a retry of the same message.
  let press = send
  for (const [what, error] of listFailures(indexForm('message'), {}, false))
    if (error)
      await test.step(what, async () => {
        await page.route(messages, (route) =>
          route.request().method() === 'POST' ? route.fulfill(error) : route.fallback(),
        )
        if (what === UNREADABLE) await page.clock.install()
        await press.click()
        if (what === UNREADABLE) await afterRetries(page, log.getByRole('alert'))
        await expect(log.getByRole('alert').filter({ hasText: 'Not sent' })).toBeVisible()
        await expect(log.getByRole('listitem').filter({ hasText: 'Ledge' })).toHaveCount(1)
        await expect(again).toBeEnabled()
        await expectInItsBox(page, [field])
        await page.unrouteAll()
        press = again
      })
  expect(taken).toBe(0)
  await again.click()
  await expect.poll(() => taken).toBe(1)
  await field.fill('From the tunnel')
  await outboxReady(page)
  await page.context().setOffline(true)
  await send.click()
  await expect(log.getByText('Waiting for a connection')).toBeVisible()
  // When the network is back, the message is sent once, without another click.
  await page.context().setOffline(false)
  await expect.poll(() => taken).toBe(2)
  await expect(log.getByText('Waiting for a connection')).toHaveCount(0)
  await expect(log.getByText('From the tunnel')).toHaveCount(1)
})
