import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { launchOptions } from './support/chromium.ts'
import { saveScreenshot } from './support/screens.ts'
import { openForm, ready, tiles } from './support/share-form.ts'
import { shareSpot } from './support/share.ts'
import { expect, test } from './support/test.ts'

test.use({
  launchOptions: launchOptions('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
})

function camera(page: Page) {
  return page.getByRole('dialog', { name: 'Camera' })
}

function shutter(page: Page, name: string) {
  return camera(page).getByRole('button', { name, exact: true })
}

type Tracked = Window & { opened: MediaStream[] }
// Records all camera streams that the page opens, to check that each is stopped.
function track(page: Page) {
  return page.addInitScript(() => {
    const streams: MediaStream[] = []
    ;(window as unknown as Tracked).opened = streams
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      streams.push(stream)
      return stream
    }
  })
}

function live(page: Page) {
  return page.evaluate(
    () =>
      (window as unknown as Tracked).opened
        .flatMap((stream) => stream.getTracks())
        .filter((one) => one.readyState === 'live').length,
  )
}

async function openMedia(page: Page): Promise<string> {
  const spot = await shareSpot(page.request)
  await page.goto(`/spots/${spot.id}`)
  await page.getByRole('button', { name: 'Add Media' }).click()
  return spot.id
}

function openCamera(page: Page) {
  return page.getByRole('button', { name: 'Take a photo or video' }).click()
}

test('MEDIA-09 MEDIA-12 G-29 a photo taken on Share Spot is in the form, and the camera is released', async ({
  page,
  member: _,
}) => {
  await track(page)
  await openForm(page)
  await openCamera(page)
  await expect(shutter(page, 'Take Photo')).toBeEnabled()
  expect(await live(page)).toBe(1)
  await expectAccessible(page)
  await saveScreenshot(page, 'camera')
  await camera(page).getByRole('button', { name: 'Switch camera' }).click()
  await expect(shutter(page, 'Take Photo')).toBeEnabled()
  await expect.poll(() => live(page)).toBe(1)
  await shutter(page, 'Take Photo').click()
  await expect(camera(page)).toHaveCount(0)
  await expect(ready(page)).toHaveCount(1)
  await expect.poll(() => live(page)).toBe(0)
})

test('MEDIA-09 MEDIA-10 MEDIA-12 G-29 a video recorded for a spot is posted', async ({ page, member: _ }) => {
  await track(page)
  const spotId = await openMedia(page)
  await openCamera(page)
  await camera(page).getByRole('button', { name: 'Video', exact: true }).click()
  await expect(shutter(page, 'Record Video')).toBeEnabled()
  await shutter(page, 'Record Video').click()
  await expect(camera(page).getByText('Recording')).toBeVisible()
  await saveScreenshot(page, 'camera-recording')
  await expect(camera(page).getByText(/^[0-9]:[0-9]*[2-9]$/)).toBeVisible()
  await shutter(page, 'Stop').click()
  await expect(camera(page)).toHaveCount(0)
  await expect.poll(() => live(page)).toBe(0)
  await expect(tiles(page)).toHaveCount(1)
  await expect(tiles(page).first()).toHaveAttribute('data-step', /processing|ready/)
  await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.locator('.spots_tile')).toHaveCount(2)
  await expect
    .poll(async () => {
      const { items } = await (await page.request.get(`/api/spots/${spotId}/media`)).json()
      return items[0].media
    })
    .toMatchObject({ type: 'video', status: 'ready' })
})

test('MEDIA-10 a slow camera shows its state; closing the dialog meanwhile releases it', async ({
  page,
  member: _,
}) => {
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    const gate = new Promise<void>((resolve) => Object.assign(window, { allowCamera: resolve }))
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      await gate
      return open(wanted)
    }
  })
  await track(page)
  await openMedia(page)
  await openCamera(page)
  await expect(camera(page).getByText('Loading camera...')).toBeVisible()
  await expect(shutter(page, 'Take Photo')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(camera(page)).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: /^Add Media/ })).toBeVisible()
  await page.evaluate(() => (window as unknown as { allowCamera: () => void }).allowCamera())
  await expect.poll(() => page.evaluate(() => (window as unknown as Tracked).opened.length)).toBe(1)
  await expect.poll(() => live(page)).toBe(0)
})

const REFUSALS = [
  ['NotAllowedError', /doesn’t have access to the camera/],
  ['NotFoundError', /No camera found/],
  ['NotReadableError', /Couldn’t start the camera/],
] as const

for (const [name, text] of REFUSALS)
  test(`MEDIA-10 MEDIA-11 ${name}: an error, a retry, and a file picker`, async ({ page, member: _ }) => {
    await page.addInitScript((errorName) => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      let tries = 0
      navigator.mediaDevices.getUserMedia = (wanted) => {
        tries += 1
        return tries > 1 ? open(wanted) : Promise.reject(new DOMException('no', errorName))
      }
    }, name)
    await openMedia(page)
    await openCamera(page)
    await expect(camera(page).getByText(text)).toBeVisible()
    const file = camera(page).locator('input[type=file]')
    await expect(file).toHaveAttribute('capture', 'environment')
    await expect(file).toHaveAttribute('accept', 'image/*')
    if (name === 'NotAllowedError') {
      await expectAccessible(page)
      await saveScreenshot(page, 'camera-denied')
    }
    await camera(page).getByRole('button', { name: 'Try Again' }).click()
    await expect(shutter(page, 'Take Photo')).toBeEnabled()
  })

test('MEDIA-11 without a camera API, the tile is a file picker with capture', async ({ page, member: _ }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await openMedia(page)
  const picker = page.getByLabel('Take a photo or video')
  await expect(picker).toHaveAttribute('type', 'file')
  await expect(picker).toHaveAttribute('capture', 'environment')
})
