import { randomUUID } from 'node:crypto'
import { makeAccount } from './support/accounts.ts'
import { WITH_MAPS } from './support/chromium.ts'
import { act, findLightbox } from './support/comments.ts'
import { pressByKey, tabTo } from './support/keyboard.ts'
import { somebodyElse } from './support/people.ts'
import { choosePhotos, submit } from './support/share-form.ts'
import { aPoint, shareSpot, findToast, uploadFile } from './support/share.ts'
import { expect, test } from './support/test.ts'

// Uses a screen with a keyboard; the mouse never moves.
test.use({ ...WITH_MAPS, viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false })

const BACK = { back: true }

test('the main journey by keyboard alone: sign in, map, spot, like, comment, share, message', async ({
  page,
  browser,
}) => {
  const account = await makeAccount()
  const { page: theirs, account: other, context } = await somebodyElse(browser)
  const photo_ids = [await uploadFile(theirs.request), await uploadFile(theirs.request)]
  const called = `Marble of Keys ${randomUUID().slice(0, 8)}`
  const spot = await shareSpot(theirs.request, { name: called, media_ids: photo_ids })
  // On a new screen, the focus starts at the heading; the navigation comes before it.
  const navigation = page.getByRole('navigation', { name: 'Main' })

  await page.goto('/')
  await pressByKey(page, page.getByRole('link', { name: 'Get Started' }))
  await pressByKey(page, page.getByRole('link', { name: 'Already have an account? Sign in' }))
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(account.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused()

  // The list next to the map has everything the map has.
  await pressByKey(page, navigation.getByRole('link', { name: 'Spots' }), BACK)
  await tabTo(page, page.getByRole('combobox', { name: 'Search spots' }))
  await page.keyboard.type(spot.name)
  await page.keyboard.press('Enter')
  const listed = page.getByRole('region', { name: 'Spots in view' }).getByRole('button', { name: spot.name })
  await pressByKey(page, listed)
  const card = page.getByRole('region', { name: 'Selected spot' })
  await pressByKey(page, card.getByRole('link', { name: spot.name }))
  await expect(page).toHaveURL(`/spots/${spot.id}`)

  const photo = page.locator('.spots_tile button').first()
  await pressByKey(page, photo)
  const lightbox = findLightbox(page)
  const like = lightbox.locator('button[aria-pressed]').first()
  await pressByKey(page, like)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await pressByKey(page, lightbox.getByRole('button', { name: 'Comments, 0' }))
  const words = `By keys ${randomUUID().slice(0, 8)}`
  await tabTo(page, lightbox.getByRole('textbox'))
  await page.keyboard.type(words)
  await pressByKey(page, lightbox.getByRole('button', { name: 'Post', exact: true }))
  await expect(lightbox.getByText(words)).toBeVisible()
  await page.keyboard.press('Escape')
  if (await lightbox.isVisible()) await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(photo).toBeFocused()

  await pressByKey(page, navigation.getByRole('link', { name: 'Share', exact: true }), BACK)
  await tabTo(page, page.getByLabel('Spot name'))
  const { latitude, longitude } = aPoint()
  const name = `Keyboard Curb ${randomUUID().slice(0, 8)}`
  await page.keyboard.type(name)
  await tabTo(page, page.getByRole('button', { name: 'Stairs', exact: true }))
  await page.keyboard.press('Space')
  await pressByKey(page, page.getByRole('button', { name: /^Place details/ }))
  await tabTo(page, page.getByLabel('Coordinates'))
  await page.keyboard.type(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
  // The system's dialog can't be used from here, so the file is set as if it had been chosen there.
  await choosePhotos(page)
  await pressByKey(page, submit(page))
  await expect(findToast(page)).toContainText(/^Success!/)
  await expect(page.getByRole('dialog', { name: 'Spot shared' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { user } = await (await theirs.request.get('/api/session')).json()
  await act(page, 'PUT', `/api/people/${user.user_id}/follow`)
  const me = await (await page.request.get('/api/session')).json()
  await act(theirs, 'POST', `/api/messages/with/${me.user.user_id}`, { content: 'Session at six?' })
  await pressByKey(page, navigation.getByRole('link', { name: /^Messages/ }), BACK)
  await pressByKey(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(other.username) })
      .first(),
  )
  await tabTo(page, page.getByRole('textbox', { name: /^Message / }))
  await page.keyboard.type('Six it is.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Six it is.', { exact: true })).toBeVisible()
  await context.close()
})
