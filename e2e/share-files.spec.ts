import type { Page } from '@playwright/test'
import { createRequire } from 'node:module'
import { makeAnimation } from '../apps/server/test/makers/animations.ts'
import { saveScreenshot } from './support/screens.ts'
import { chooser, openForm, ready, tiles } from './support/share-form.ts'
import { aPhoto } from './support/share.ts'
import { expect, test } from './support/test.ts'

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp')

type FileToSend = { name: string; mimeType: string; buffer: Buffer }

/** Pastes files, optionally with text, at the cursor. */
function paste(page: Page, files: readonly FileToSend[], text?: string) {
  return page.evaluate(
    ({ all, text }) => {
      const clipboardData = new DataTransfer()
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([bytes], name, { type: mimeType }))
      }
      if (text) clipboardData.setData('text/plain', text)
      const target = document.activeElement ?? document.body
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      target.dispatchEvent(event)
      return event.defaultPrevented
    },
    { all: files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })), text },
  )
}

test('pasted photos are added like selected ones; pasted text stays text', async ({ page, member: _ }) => {
  await openForm(page)
  const screenshot = { ...(await aPhoto()), name: 'image.png', mimeType: 'image/png' }
  await page.getByLabel('Description').focus()
  expect(await paste(page, [screenshot], 'A cell of a table, with its picture')).toBe(false)
  expect(await paste(page, [], 'Just text')).toBe(false)
  await expect(tiles(page)).toHaveCount(0)
  expect(await paste(page, [screenshot])).toBe(true)
  await expect(ready(page)).toHaveCount(1)
  expect(await paste(page, [await aPhoto(), await aPhoto()])).toBe(true)
  await expect(ready(page)).toHaveCount(3)
})

test('a post accepts pasted photos, too', async ({ page, member: _ }) => {
  await page.goto('/share-content')
  await page.getByPlaceholder("What's happening?").focus()
  expect(await paste(page, [await aPhoto()])).toBe(true)
  await expect(ready(page)).toHaveCount(1)
})

test('a profile picture can be pasted', async ({ page, member: _ }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Display Name')).toBeVisible()
  expect(await paste(page, [await aPhoto()])).toBe(true)
  await expect(page.getByRole('dialog', { name: 'Move and zoom' })).toBeVisible()
})

/**
 * Creates a JPEG of more than 10 MB that's upright only with its orientation tag: red at the top, noise everywhere
 * else.
 */
async function largePhoto(): Promise<FileToSend> {
  const [width, height] = [3000, 2400]
  const pixels = Buffer.alloc(width * height * 3)
  let state = 5
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  // The left half as stored is the upper half as shown.
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width / 2; x += 1) pixels.set([230, 20, 20], (y * width + x) * 3)
  const buffer: Buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '39/1 6/1 54/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '108/1 24/1 3/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { name: 'large.jpg', mimeType: 'image/jpeg', buffer }
}

test('MEDIA-06 a photo over 10 MB is downscaled on the device, upright, and its position is used', async ({
  page,
  member: _,
}) => {
  const photo = await largePhoto()
  expect(photo.buffer.length).toBeGreaterThan(10 * 1024 * 1024)
  await openForm(page)
  const processed = page.waitForResponse(
    async (response) =>
      /\/api\/media\/[0-9a-f-]+$/.test(response.url()) && (await response.json()).status === 'ready',
  )
  await chooser(page).setInputFiles(photo)
  await expect(ready(page)).toHaveCount(1)
  await expect(page.getByRole('alert').getByText('File too large')).toHaveCount(0)
  const media = await (await processed).json()
  expect(media).toMatchObject({ width: 1638, height: 2048 })
  const picture = await (await page.request.get(`${media.base}/400.webp`)).body()
  const top = await sharp(picture)
    .removeAlpha()
    .extract({ left: 150, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect(top[0] - top[1]).toBeGreaterThan(120)
  await expect(page.locator('.share_point')).toHaveText(/^39\.11\d*, -108\.4\d*$/)
})

test('an animated GIF becomes a video, and one with a single frame a photo', async ({ page, member: _ }) => {
  await openForm(page)
  const colors = ['#f00', '#00f', '#0a0']
  const gif = { name: 'kickflip.gif', mimeType: 'image/gif', buffer: await makeAnimation('gif', colors) }
  const still = { name: 'ledge.gif', mimeType: 'image/gif', buffer: await makeAnimation('gif', ['#0a0']) }
  await chooser(page).setInputFiles([gif, still])
  const clip = page.getByRole('listitem', { name: 'Video: kickflip.gif' })
  await expect(clip.locator('img')).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Photo: ledge.gif' })).toBeVisible()
  await saveScreenshot(page, 'share-animated')
})

test('the form says that only the first frame of an animated AVIF is stored', async ({ page, member: _ }) => {
  await openForm(page)
  const photo: Buffer = await sharp((await aPhoto()).buffer)
    .avif({ effort: 0 })
    .toBuffer()
  // The major brand says that the file is a sequence.
  photo.write('avis', 8, 'latin1')
  await chooser(page).setInputFiles({ name: 'line.avif', mimeType: 'image/avif', buffer: photo })
  await expect(
    page.getByRole('alert').getByText('We’ll keep only the first frame of this animation'),
  ).toBeVisible()
  await saveScreenshot(page, 'share-first-frame')
})

test('the content of a file determines its type, not its name', async ({ page, member: _ }) => {
  await openForm(page)
  const { buffer } = await aPhoto()
  await chooser(page).setInputFiles([
    { name: 'content', mimeType: '', buffer },
    { name: 'photo.mp4', mimeType: 'video/mp4', buffer },
    { name: 'photo.heic', mimeType: 'image/heic', buffer },
  ])
  await expect(ready(page)).toHaveCount(3)
  await expect(page.getByRole('listitem', { name: /^Photo: / })).toHaveCount(3)
})
