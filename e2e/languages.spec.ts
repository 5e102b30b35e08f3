import type { Page } from '@playwright/test'
import { languages } from '../apps/web/vite/texts.ts'
import { expectAccessible } from './support/axe.ts'
import { choose } from './support/menu.ts'
import { speakPseudo } from './support/pseudo.ts'
import { addPost } from './support/posts.ts'
import { saveScreenshot } from './support/screens.ts'
import { GROUPS, openSection } from './support/settings.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const VISITORS = ['/auth', '/auth?mode=sign-up', '/spots']
const MEMBERS = ['/dashboard', '/feed', '/share-spot', '/messages', '/settings']
const OTHERS = [
  '/share-content',
  '/profile',
  '/profile/spots',
  '/profile/following',
  '/community',
  '/connect',
  '/saved',
  '/messages/new',
  '/terms',
  '/privacy',
  '/notice',
  '/auth/code',
  '/delete-account',
  ...GROUPS.map((group) => `/settings#${group}`),
]

const NARROWEST = 320

/** Checks that a page fits the narrowest phone and is accessible when it isn't in English. */
async function expectUsable(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('main')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const size = page.viewportSize() ?? { width: NARROWEST, height: 640 }
  await page.setViewportSize({ ...size, width: NARROWEST })
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (wider > 0) await saveScreenshot(page, `wide${path.replaceAll(/\W+/g, '-')}`)
  expect.soft(wider, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  // Skipped because lengthening a label and an accessible name separately may break their match.
  await expectAccessible(page, undefined, ['label-content-name-mismatch'])
  await page.setViewportSize(size)
}

for (const way of ['long', 'mirrored'] as const)
  test(`every screen fits the narrowest phone and is accessible in a ${way} language`, async ({
    page,
    member,
  }) => {
    const spot = await shareSpot(page.request, { name: 'Library Marble' })
    await addPost(page.request, spot.id, { title: 'First try' })
    await speakPseudo(page, way)
    for (const path of [...MEMBERS, ...OTHERS, `/spots/${spot.id}`]) {
      await expectUsable(page, path)
      await saveScreenshot(page, `${way}${path.replaceAll(/\W+/g, '-')}`)
    }
    expect((await (await page.request.get('/api/session')).json()).user.username).toBe(member.username)
    await page.context().clearCookies()
    for (const path of VISITORS) {
      await expectUsable(page, path)
      await saveScreenshot(page, `${way}${path.replaceAll(/\W+/g, '-')}`)
    }
  })

test.describe('the choice of a language', () => {
  test.use({ locale: 'de-CH' })
  test.skip(!languages().includes('de'), 'German is not offered yet')
  const lang = (page: Page) => page.locator('html')

  test('in the footer preserves the address, and asks before discarding typed text', async ({ page }) => {
    await page.goto('/')
    await expect(lang(page)).toHaveAttribute('lang', 'de')
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/')
    await expect(lang(page)).toHaveAttribute('lang', 'en')
    await page.goto('/auth?mode=sign-up')
    await page.getByLabel('Email').fill('x@example.com')
    await expect(page.getByRole('link', { name: 'Deutsch' })).toBeHidden()
    await page.getByText('Language · English').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByRole('button', { name: 'Change language' }).click()
    await expect(lang(page)).toHaveAttribute('lang', 'de')
    await expect(page).toHaveURL('/auth?mode=sign-up')
  })

  test('translates the country of a spot in its form, and stores the English name', async ({
    page,
    member: _,
  }) => {
    const spot = await shareSpot(page.request, { country: 'Spain' })
    const stored = async () => (await (await page.request.get(`/api/spots/${spot.id}`)).json()).country
    await page.goto(`/spots/${spot.id}`)
    const form = page.getByRole('dialog', { name: 'Spot bearbeiten' })
    await choose(page, page.getByRole('button', { name: 'Aktionen zum Spot' }), 'Spot bearbeiten', form)
    const country = form.getByLabel('Land', { exact: true })
    await expect(country).toHaveValue('Spanien')
    await country.fill('Frankreich')
    await form.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect.poll(stored).toBe('France')
  })

  test('in the settings applies to every page from then on', async ({ page, member: _ }) => {
    const section = await openSection(page, 'look')
    await section.getByRole('button', { name: 'English' }).click()
    await expect(lang(page)).toHaveAttribute('lang', 'en')
    await page.goto('/dashboard')
    await expect(lang(page)).toHaveAttribute('lang', 'en')
  })
})
