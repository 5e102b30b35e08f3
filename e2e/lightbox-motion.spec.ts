import type { Page } from '@playwright/test'
import { aGallery, findLightbox } from './support/comments.ts'
import { awaitLateCode } from './support/late-code.ts'
import { expect, test } from './support/test.ts'

/** Records which elements of the page move during transitions, in `data-moved`. */
function recordMoves(page: Page) {
  return page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      const look = () => {
        const moved = document
          .getAnimations()
          .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : ''))
        const types = typeof options === 'object' ? [...(options?.types ?? [])] : []
        document.documentElement.dataset.moved = [...types, ...moved].join(' ')
      }
      void transition.ready.then(look, () => (document.documentElement.dataset.moved = 'failed'))
      return transition
    }
  })
}

function forget(page: Page) {
  return page.evaluate(() => delete document.documentElement.dataset.moved)
}

const MOVED = /^photo .*group\(viewed-photo\)/

/** Opens a spot with three photos, and the lightbox's code. */
async function openGallery(page: Page) {
  const { spot } = await aGallery(page, 3)
  await page.goto(`/spots/${spot.id}`)
  await awaitLateCode(page)
  const tile = page.locator('.spots_tile button').first()
  await expect(tile.locator('img')).toHaveAttribute('data-loaded', '')
  // The code of the lightbox loads when a pointer comes near a photo.
  await tile.hover()
  await recordMoves(page)
  return tile
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a photo grows into the lightbox, and shrinks to its place again', async ({ page, member: _ }) => {
    const tile = await openGallery(page)
    const html = page.locator('html')
    // The first time, the code may still be loading.
    await tile.click()
    await expect(findLightbox(page)).toBeVisible()
    await page.goBack()
    await expect(findLightbox(page)).toHaveCount(0)
    await forget(page)

    await tile.click()
    await expect(html).toHaveAttribute('data-moved', MOVED)
    await expect(html).not.toHaveAttribute('data-moved', /spot-photo/)
    await forget(page)
    await findLightbox(page).getByRole('button', { name: 'Close' }).click()
    await expect(html).toHaveAttribute('data-moved', MOVED)
    await expect(findLightbox(page)).toHaveCount(0)

    // If it closes at another photo than it opened with, the lightbox just fades out.
    await tile.click()
    await findLightbox(page).getByRole('button', { name: 'Next' }).click()
    await forget(page)
    await page.goBack()
    await expect(html).toHaveAttribute('data-moved', /^photo /)
    await expect(html).not.toHaveAttribute('data-moved', /new\(viewed-photo\)/)
  })
})

test('with reduced motion, the lightbox opens without a transition', async ({ page, member: _ }) => {
  const tile = await openGallery(page)
  await tile.click()
  await expect(findLightbox(page)).toBeVisible()
  await page.goBack()
  await expect(findLightbox(page)).toHaveCount(0)
  await expect(page.locator('html')).not.toHaveAttribute('data-moved')
})
