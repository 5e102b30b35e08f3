import type { Page } from '@playwright/test'
import { startTranslator } from '../apps/server/test/services/translator.ts'
import { expectAccessible } from './support/axe.ts'
import { act } from './support/comments.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

const SPANISH = 'Es un sitio muy bueno, pero hay que venir por la tarde.'
const ENGLISH = 'The ledge is waxed, and there are no guards in the evening.'

// Starts servers with and without a translation service.
test.describe.configure({ mode: 'serial' })
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

/** Starts a discussion in Spanish with comments in Spanish and English; returns its address. */
async function aDiscussion(page: Page): Promise<string> {
  const made = await act(page, 'POST', '/api/discussions', {
    title: 'MACBA',
    content: SPANISH,
    category: 'spots',
  })
  const { id } = await made.json()
  for (const content of [`${SPANISH} Saludos.`, ENGLISH])
    await act(page, 'POST', `/api/discussions/${id}/comments`, { content })
  return `/community/${id}`
}

function translate(page: Page) {
  return page.getByRole('button', { name: 'Translate', exact: true })
}

test.describe('with a service', () => {
  let server: Server | undefined
  let service: Awaited<ReturnType<typeof startTranslator>> | undefined
  test.beforeAll(async () => {
    service = await startTranslator({ key: 'a key' })
    server = await startServer({ env: { TRANSLATE_URL: service.url.href, TRANSLATE_KEY: 'a key' } })
    use(server)
  })
  test.afterAll(async () => {
    use(shared)
    await server?.stop()
    await service?.close()
  })

  test('a text in another language is translated, marked, and can be shown in the original', async ({
    page,
    member: _,
  }) => {
    await page.goto(await aDiscussion(page))
    await expect(page.getByText(ENGLISH)).toBeVisible()
    await expect(translate(page)).toHaveCount(2)
    expect(service?.asked).toEqual([])

    await translate(page).first().click()
    const translated = page.getByText(`[en] ${SPANISH}`, { exact: true })
    await expect(translated).toBeVisible()
    await expect(translated).toHaveAttribute('lang', 'en')
    await expect(page.getByText('Translated from Spanish')).toBeVisible()
    await expect(page.getByText(SPANISH, { exact: true })).toHaveCount(0)
    const back = page.getByRole('button', { name: 'Show original' })
    await expect(back).toBeFocused()
    await expectAccessible(page)
    await saveScreenshot(page, 'translated')

    await back.click()
    await expect(page.getByText(SPANISH, { exact: true })).toBeVisible()
    await expect(translated).toHaveCount(0)
    await translate(page).first().click()
    await expect(translated).toBeVisible()
    expect(service?.asked).toHaveLength(1)
  })

  test('a failing service leaves the text and shows an error; the next click retries', async ({
    page,
    member: _,
  }) => {
    await page.goto(await aDiscussion(page))
    await expect(translate(page)).toHaveCount(2)
    service?.answers('{"error":"Slowdown"}', 429)
    await translate(page).last().click()
    await expect(page.getByText('The translation service isn’t responding.')).toBeVisible()
    await expect(page.getByText(`${SPANISH} Saludos.`)).toBeVisible()
    await expect(translate(page)).toHaveCount(2)
    await saveScreenshot(page, 'translation-failed')
    service?.answers(null)
    await translate(page).last().click()
    await expect(page.getByText(`[en] ${SPANISH} Saludos.`)).toBeVisible()
  })

  test('the description of a spot and the text of a post, on a German page', async ({ page, member: _ }) => {
    const spot = await shareSpot(page.request, { description: SPANISH })
    await page
      .context()
      .addCookies([{ name: 'nollie.language', value: 'de', url: process.env.NOLLIE_URL as string }])
    await page.goto(`/spots/${spot.id}`)
    const button = page.getByRole('button', { name: 'Übersetzen', exact: true })
    await button.first().click()
    await expect(page.getByText(`[de] ${SPANISH}`).first()).toBeVisible()
    await expect(page.getByText('Übersetzt aus: Spanisch').first()).toBeVisible()
    await saveScreenshot(page, 'translated-spot-de')

    const written = await act(page, 'POST', '/api/content', {
      title: 'Tarde',
      content: ENGLISH,
      media_ids: [],
    })
    const { id } = await written.json()
    await page.goto(`/post/${id}`)
    await page.getByRole('button', { name: 'Kommentare, 0' }).click()
    await button.first().click()
    await expect(page.getByText(`[de] ${ENGLISH}`)).toBeVisible()
    await page.getByRole('button', { name: 'Übersetzung ausblenden' }).click()
    await expect(page.getByText(`[de] ${ENGLISH}`)).toHaveCount(0)
    await expect(page.getByText(ENGLISH)).toBeVisible()
  })
})

test.describe('without a service', () => {
  test('the browser translates if it can', async ({ page, member: _ }) => {
    await page.addInitScript(() =>
      Object.assign(self, {
        Translator: {
          availability: ({ sourceLanguage }: { sourceLanguage: string }) =>
            Promise.resolve(sourceLanguage === 'es' ? 'downloadable' : 'unavailable'),
          create: ({ targetLanguage }: { targetLanguage: string }) =>
            Promise.resolve({
              translate: (text: string) => Promise.resolve(`(${targetLanguage}) ${text}`),
              destroy: () => {},
            }),
        },
      }),
    )
    await page.goto(await aDiscussion(page))
    await expect(translate(page)).toHaveCount(2)
    await translate(page).first().click()
    await expect(page.getByText(`(en) ${SPANISH}`, { exact: true })).toBeVisible()
    await expect(page.getByText('Translated from Spanish')).toBeVisible()
  })

  test('otherwise there is no button', async ({ page, member: _ }) => {
    await page.addInitScript(() => Reflect.deleteProperty(self, 'Translator'))
    const isOffered = page.waitForResponse('**/api/translations')
    await page.goto(await aDiscussion(page))
    await expect(page.getByText(ENGLISH)).toBeVisible()
    expect(await (await isOffered).json()).toEqual({ is_offered: false })
    await page.waitForLoadState('networkidle')
    await expect(translate(page)).toHaveCount(0)
  })
})
