import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { somebody } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPhoto, asAvif, realPhoto, findToast } from './support/share.ts'
import { expect, test } from './support/test.ts'
import { ownSite } from './support/request-as-page.ts'

async function me(page: Page) {
  const { user } = await (await page.request.get('/api/session')).json()
  return (await page.request.get(`/api/people/${user.user_id}`)).json()
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Display Name')).toBeVisible()
}

test('PROF-05 PROF-16 PROF-18 PROF-20 PROF-23 the form is saved, and blank fields are stored as empty', async ({
  page,
  member,
}) => {
  await openForm(page)
  await expect(page.getByLabel('Instagram')).toHaveAttribute(
    'placeholder',
    /^https:\/\/www\.instagram\.com\//,
  )
  await page.getByLabel('Display Name').fill('Maya Okafor')
  await page.getByLabel('Bio').fill('Filmer on weekends.')
  await page.getByLabel('Instagram').fill('instagram.com/mayapops')
  await expectAccessible(page)
  await saveScreenshot(page, 'profile-edit')
  let answer: () => void = () => undefined
  await page.route('**/api/profile', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await expect.poll(() => answer.toString()).not.toContain('undefined')
  answer()
  await expect(findToast(page)).toContainText('Profile updated successfully!')
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'mayapops on Instagram' })).toBeVisible()
  await page.unroute('**/api/profile')

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Bio').fill('')
  await page.getByLabel('Display Name').fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible()
  expect(await me(page)).toMatchObject({ bio: null, full_name: null })
})

test('PROF-05 PROF-23 a refused form shows errors and its values stay; cancel discards them', async ({
  page,
  browser,
  member,
}) => {
  const other = await somebody(browser)
  await openForm(page)
  await page.getByLabel('Bio').fill('Kept')
  await page.getByLabel('Username').fill(other.account.username.toUpperCase())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page)).toContainText('Failed to update profile. Please try again.')
  await expect(page.getByText('This username is already taken.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel('Instagram').fill('https://example.com/me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an Instagram username, like @yourname')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue('Kept')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('')
  expect((await me(page)).bio).toBeNull()
  await other.context.close()
})

test('the first of two wrong fields gets the focus, and typing in the second does not move it', async ({
  page,
  member: _,
}) => {
  await openForm(page)
  const [username, instagram] = [page.getByLabel('Username'), page.getByLabel('Instagram')]
  await username.fill('two words')
  await instagram.fill('https://example.com/me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(username).toBeFocused()
  await expect(instagram).toHaveAttribute('aria-invalid', 'true')
  await instagram.press('End')
  await instagram.pressSequentially('2')
  await expect(instagram).toHaveValue('https://example.com/me2')
  await expect(instagram).toBeFocused()
  await expect(username).toHaveAttribute('aria-invalid', 'true')
})

test('an edit made elsewhere meanwhile is not overwritten silently', async ({ page, member }) => {
  await openForm(page)
  await page.getByLabel('Bio').fill('Mine')
  const { version } = await me(page)
  const theirs = await page.request.patch('/api/profile', {
    data: { full_name: null, bio: 'Theirs', instagram_url: null, username: member.username },
    headers: { ...ownSite(), 'if-match': `"${version}"` },
  })
  expect(theirs.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your profile was changed in another tab')).toBeVisible()
  expect((await me(page)).bio).toBe('Theirs')
  await expect(page.getByLabel('Bio')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page)).toContainText('Profile updated successfully!')
  expect((await me(page)).bio).toBe('Mine')
})

test('PROF-21 an ended session saves nothing, and the typed values are there after signing in', async ({
  page,
  context,
  member,
}) => {
  await openForm(page)
  await page.getByLabel('Bio').fill('Long words')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await context.clearCookies()
  // Dispatches the click without waiting, or another request would detect the ended session first.
  await page.getByRole('button', { name: 'Save' }).dispatchEvent('click')
  await expect(findToast(page)).toContainText('Please log in to save your profile')
  expect(sent).toEqual([])
  // The text stays in the form, which asks the person to sign in.
  await expect(page.getByText('Please log in to edit your profile')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Long words')
  await expect(page).toHaveURL('/profile?edit=1')
  await expectAccessible(page)
  await saveScreenshot(page, 'profile-edit-lost')
  await page.getByRole('alert').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('Long words')
})

test('PROF-19 PROF-22 an ended session uploads no picture, and its form asks to sign in', async ({
  page,
  context,
  member: _,
}) => {
  await openForm(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.locator('input[type=file]').setInputFiles(await aPhoto({ width: 600, height: 600 }))
  const use = page.getByRole('dialog', { name: 'Move and zoom' }).getByRole('button', { name: 'Use photo' })
  await expect(use).toBeEnabled()
  await context.clearCookies()
  await use.dispatchEvent('click')
  await expect(findToast(page)).toContainText('Please log in to upload an avatar')
  expect(sent.filter((path) => !path.startsWith('/api/auth'))).toEqual([])
  await expect(page.getByText('Please log in to edit your profile')).toBeVisible()
  // Visitors who open the form's address are redirected to the sign-in screen (PROF-01).
  await page.goto('/profile?edit=1')
  await expect(page).toHaveURL(/\/auth/)
})

test('PROF-17 PROF-18 PROF-24 PROF-25 a new picture is cropped, uploaded, and shown everywhere', async ({
  page,
  member: _,
}) => {
  await openForm(page)
  const input = page.locator('input[type=file]')
  await expect(input).toHaveAttribute('accept', 'image/*')
  await input.setInputFiles(await aPhoto({ width: 1600, height: 1000 }))
  const dialog = page.getByRole('dialog', { name: 'Move and zoom' })
  await expect(dialog.getByRole('button', { name: 'Use photo' })).toBeEnabled()
  await expectAccessible(page)
  await saveScreenshot(page, 'profile-crop')
  const shown = dialog.locator('.edit-profile_crop > img')
  const before = await shown.getAttribute('style')
  await dialog.getByRole('application').press('ArrowLeft')
  await expect(shown).not.toHaveAttribute('style', before ?? '')
  await dialog.getByLabel('Zoom').press('ArrowRight')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/profile/pictures', async (route) => {
    await answered.promise
    await route.fulfill({ status: 500, json: {} })
  })
  await dialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible()
  answered.resolve()
  await expect(findToast(page)).toContainText('Failed to upload avatar')
  await page.unroute('**/api/profile/pictures')
  await input.setInputFiles(await aPhoto({ width: 900, height: 1600 }))
  await dialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(findToast(page)).toContainText('Profile photo uploaded successfully!')
  const { avatar_url } = await me(page)
  expect(avatar_url).toMatch(/400\.webp$/)
  await expect(page.locator('.picture-field_root img')).toHaveAttribute('src', avatar_url)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).locator(`img[src="${avatar_url}"]`),
  ).toBeVisible()
})

/** Returns the HTTP statuses that a visitor and the owner get for a profile picture's file. */
async function fetchAnswers(page: Page, url: string) {
  const visitor = await fetch(new URL(url, page.url()))
  return { visitor: visitor.status, owner: (await page.request.get(url)).status() }
}

test('PROF-17 PROF-22 a photo that this browser cannot display is also cropped, and no one sees it before that', async ({
  page,
  member: _,
}) => {
  // A real HEIC photo if there is one, otherwise an AVIF that the test prevents the browser from decoding.
  const file = realPhoto('IMG_2682.heic') ?? {
    name: 'ledge.avif',
    mimeType: 'image/avif',
    buffer: await asAvif((await aPhoto()).buffer),
  }
  await page.addInitScript(() => {
    const original = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (blob) =>
      original(
        blob instanceof Blob && blob.type === 'image/avif' ? new Blob(['?'], { type: blob.type }) : blob,
      )
  })
  await openForm(page)
  const input = page.locator('input[type=file]')
  const dialog = page.getByRole('dialog', { name: 'Move and zoom' })
  const shown = dialog.locator('.edit-profile_crop > img')
  const choose = async () => {
    const released = Promise.withResolvers<void>()
    await page.route('**/api/uploads', async (route) => {
      await released.promise
      await route.continue()
    })
    await input.setInputFiles(file)
    await expect(dialog.getByText('Preparing your photo...')).toBeVisible()
    released.resolve()
    await expect(dialog.getByRole('button', { name: 'Use photo' })).toBeEnabled()
    await page.unroute('**/api/uploads')
    return (await shown.getAttribute('src')) ?? ''
  }
  const dropped = await choose()
  expect(await fetchAnswers(page, dropped)).toEqual({ visitor: 404, owner: 200 })
  expect((await me(page)).avatar_url).toBeNull()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await fetchAnswers(page, dropped)).owner).toBe(404)
  expect((await me(page)).avatar_url).toBeNull()

  const used = await choose()
  await dialog.getByLabel('Zoom').press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(findToast(page)).toContainText('Profile photo uploaded successfully!')
  const { avatar_url } = await me(page)
  expect(avatar_url).toMatch(/400\.webp$/)
  expect(used.startsWith(avatar_url.replace('/400.webp', ''))).toBe(false)
  await expect.poll(async () => (await fetchAnswers(page, used)).owner).toBe(404)
})
