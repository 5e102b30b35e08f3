import { expectAccessible } from './support/axe.ts'
import { act } from './support/comments.ts'
import { somebodyElse } from './support/people.ts'
import { fetchUserId } from './support/request-as-page.ts'
import { saveScreenshot } from './support/screens.ts'
import { findToast, shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

/** Returns a date field's value: a day that is in the future in every time zone. */
function inTwoDays(): string {
  return new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
}

test('a session is announced at a spot, joined by a follower, changed, and canceled; its link shows others nothing', async ({
  page,
  browser,
  member: _,
}) => {
  const [mate, stranger] = [await somebodyElse(browser), await somebodyElse(browser)]
  const me = await fetchUserId(page.request)
  await act(mate.page, 'PUT', `/api/people/${me}/follow`)
  await act(page, 'PUT', `/api/people/${await fetchUserId(mate.request)}/follow`)
  const spot = await shareSpot(page.request, { name: 'Session Ledge' })

  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Skate here' }).click()
  const form = page.getByRole('dialog', { name: 'Skate here' })
  await expect(form.getByRole('button', { name: 'People you follow back' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await form.getByLabel('Day').fill(inTwoDays())
  await form.getByLabel('From').fill('18:00')
  await form.getByLabel('Until').fill('20:30')
  await form.getByLabel('Note (optional)').fill('Warm-up lines first')
  await form.getByRole('button', { name: 'Beginners welcome' }).click()
  await expectAccessible(page)
  await saveScreenshot(page, 'meetup-form')
  await form.getByRole('button', { name: 'Share session' }).click()
  await expect(findToast(page)).toContainText('Session shared')
  const section = page.getByRole('region', { name: 'Sessions' })
  await expect(section.getByRole('link')).toContainText('1 person is in')
  await section.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'meetup-at-spot')
  await section.getByRole('link').click()
  await expect(page).toHaveURL(/\/session\//)
  await expect(page.getByText('Warm-up lines first')).toBeVisible()
  const path = new URL(page.url()).pathname

  await mate.page.goto(`/spots/${spot.id}`)
  await mate.page.getByRole('region', { name: 'Sessions' }).getByRole('link').click()
  const joins = mate.page.getByRole('button', { name: 'I’m in' })
  await joins.click()
  await expect(joins).toHaveAttribute('aria-pressed', 'true')
  await expect(mate.page.getByRole('heading', { name: '2 people are in' })).toBeVisible()
  await expectAccessible(mate.page)
  await saveScreenshot(mate.page, 'meetup')
  // The host's page is live.
  await expect(page.getByRole('heading', { name: '2 people are in' })).toBeVisible()

  await page.getByRole('button', { name: 'More options for this session' }).click()
  await page.getByRole('menuitem', { name: 'Edit session' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit session' })
  await edit.getByLabel('Note (optional)').fill('Bring wax')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bring wax')).toBeVisible()
  await expect(mate.page.getByText('Bring wax')).toBeVisible()

  await stranger.page.goto(path)
  await expect(stranger.page.getByRole('heading', { name: 'No session here' })).toBeVisible()
  await saveScreenshot(stranger.page, 'meetup-missing')
  await stranger.page.goto(`/spots/${spot.id}`)
  await expect(stranger.page.getByRole('button', { name: 'Skate here' })).toBeVisible()
  await expect(stranger.page.getByRole('region', { name: 'Sessions' })).toHaveCount(0)

  await page.getByRole('button', { name: 'More options for this session' }).click()
  await page.getByRole('menuitem', { name: 'Cancel session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click()
  await expect(page.getByText('This session was canceled.')).toBeVisible()
  await expect(mate.page.getByText('This session was canceled.')).toBeVisible()
  await expect(mate.page.getByRole('button', { name: 'I’m in' })).toHaveCount(0)
  await saveScreenshot(mate.page, 'meetup-canceled')
  for (const { context } of [mate, stranger]) await context.close()
})

test('an answer without a network waits in the outbox and is sent later', async ({
  page,
  browser,
  member: _,
}) => {
  const host = await somebodyElse(browser)
  const spot = await shareSpot(host.request, { name: 'Offline Ledge' })
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const made = await act(host.page, 'POST', `/api/spots/${spot.id}/meetups`, {
    starts_at: at(5),
    ends_at: at(7),
    audience: 'members',
  })
  const { id } = await made.json()
  await page.goto(`/session/${id}`)
  const maybe = page.getByRole('button', { name: 'Maybe' })
  await expect(maybe).toBeVisible()
  await page.context().setOffline(true)
  await maybe.click()
  await expect(maybe).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('main').getByRole('link', { name: 'Waiting for a connection' })).toBeVisible()
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await (await page.request.get(`/api/meetups/${id}`)).json()).answer)
    .toBe('maybe')
  await host.context.close()
})
