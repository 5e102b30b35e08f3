import type { BustClock } from '@nollie/contract'
import { expectAccessible } from './support/axe.ts'
import { allSent, outboxLine, outboxReady } from './support/device-outbox.ts'
import { saveScreenshot } from './support/screens.ts'
import { shareSpot } from './support/share.ts'
import { expect as atOnce, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

// What this is about is loaded after the first screen.
const expect = atOnce.configure({ timeout: 30_000 })

test('a session is reported and counted, the week is read hour by hour, and the map finds skateable spots', async ({
  page,
  context,
  member: _,
}) => {
  const spot = await shareSpot(page.request, { name: 'Quiet Banks' })
  await page.goto(`/spots/${spot.id}`)
  const quiet = page.getByRole('region', { name: 'Best times' })
  await expect(quiet.getByText('No reports yet')).toBeVisible()
  await expect(quiet.getByRole('list').first().getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText(/^(Skateable now|Not now): /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sun and light today' })).toContainText('Golden hour')

  const { time_zone } = (await (await page.request.get(`/api/spots/${spot.id}/busts`)).json()) as BustClock
  const slider = quiet.getByRole('slider')
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: time_zone }).format()
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^${weekday}, `))
  await slider.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Monday, 1:00.AM: kicked out \d+ of 100 times \(estimate\)$/,
  )
  await expect(quiet.getByRole('row')).toHaveCount(8)

  await quiet.getByRole('button', { name: 'How was your session?' }).click()
  const form = page.getByRole('dialog', { name: 'How was your session?' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toHaveText('Choose how your session ended.')
  await form.getByLabel('Kicked out').check()
  await form.getByLabel('Security').check()
  await form.getByLabel('Asked to leave').check()
  await expectAccessible(page)
  await saveScreenshot(page, 'bust-report')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(quiet.getByText('Based on 1 report.')).toBeVisible()
  await expect(quiet.getByText(/^You, .*: Kicked out$/)).toBeVisible()
  await expectAccessible(page)
  await quiet.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'bust-clock')
  await quiet.getByRole('button', { name: 'Withdraw' }).click()
  await expect(quiet.getByText(/^You, /)).toHaveCount(0)

  await outboxReady(page)
  await context.setOffline(true)
  await quiet.getByRole('button', { name: 'How was your session?' }).click()
  await form.getByLabel('No hassle').check()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(outboxLine(page)).toBeVisible()
  await context.setOffline(false)
  await allSent(page)
  await expect(quiet.getByText(/^You, .*: No hassle$/)).toBeVisible()

  await page.goto(`/spots?spot=${spot.id}`)
  await expect(page.getByText(/^(Skateable now|Not now): /)).toBeVisible()
  await saveScreenshot(page, 'card-skateable')
  await page.goto('/spots')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const asked = page.waitForRequest(/\/api\/spots\?.*now=skateable/)
  await filters.getByRole('button', { name: 'Skateable now' }).click()
  await asked
  await expect(filters.getByRole('status')).toContainText('not wet')
  await expect(page).toHaveURL(/now=skateable/)
})
