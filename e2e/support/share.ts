import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { createRequire } from 'node:module'
import { insertPhoto, type ProcessedPhoto, readPhoto } from '../../apps/server/test/makers/media-rows.ts'
import { database } from './database.ts'
import { withRetry } from './retry-while-busy.ts'
import { ownSite } from './request-as-page.ts'

const sharp = createRequire(new URL('../../apps/server/package.json', import.meta.url))('sharp')

const REAL = fileURLToPath(new URL('../../../shared/media/', import.meta.url))

/** Returns the path of a real photo next to the repository; null if there is none. */
export function realPhoto(name: string): string | null {
  return existsSync(REAL + name) ? REAL + name : null
}

type Photo = {
  width?: number
  height?: number
  quality?: number
  position?: { latitude: number; longitude: number }
  /** Determines the photo's colors and shapes. */
  chance?: () => number
}

function dms(degrees: number) {
  const all = Math.abs(degrees)
  const minutes = Math.floor((all % 1) * 60)
  const seconds = Math.round((((all % 1) * 60) % 1) * 60 * 10000)
  return `${Math.floor(all)}/1 ${minutes}/1 ${seconds}/10000`
}

/** Creates a random photo file to choose. All photos differ unless `chance` is given. */
export async function aPhoto({
  width = 480,
  height = 360,
  quality = 80,
  position,
  chance = Math.random,
}: Photo = {}): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [r, g, b] = [0, 0, 0].map(() => Math.floor(chance() * 200))
  const marks = `<svg width="${width}" height="${height}"><rect width="100%" height="62%" fill="rgb(${g},${b},${r})"/>
    <circle cx="${chance() * width}" cy="${height * 0.4}" r="${height / 5}" fill="#ffd21f"/>
    <path d="M0 ${height} ${width / 2} ${height * 0.5} ${width} ${height}z" fill="#15171a"/></svg>`
  const picture = sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite([{ input: Buffer.from(marks) }])
    .jpeg({ quality })
  const buffer: Buffer = await (position
    ? picture
        .withExif({
          IFD3: {
            GPSLatitudeRef: position.latitude < 0 ? 'S' : 'N',
            GPSLatitude: dms(position.latitude),
            GPSLongitudeRef: position.longitude < 0 ? 'W' : 'E',
            GPSLongitude: dms(position.longitude),
          },
        })
        .toBuffer()
    : picture.toBuffer())
  return { name: `ledge-${randomUUID().slice(0, 8)}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Converts a photo to AVIF. */
export function asAvif(photo: Buffer): Promise<Buffer> {
  return sharp(photo).avif({ effort: 0 }).toBuffer()
}

type UploadedFile = { buffer: Buffer; mimeType: string; name: string }

/**
 * Uploads a file as the signed-in person, without the form, and waits until it's ready. Returns the media ID. If no
 * file is given, the photo doesn't matter, so it's a copy of a single photo, which needs no upload or encoding.
 */
export async function uploadFile(request: APIRequestContext, file?: UploadedFile): Promise<string> {
  if (file || process.env.FLEET) return upload(request, file ?? (await aPhoto()))
  const dataDir = process.env.NOLLIE_DATA_DIR as string
  const known = photos.get(dataDir)
  if (!known) {
    const id = await upload(request, await aPhoto())
    const photo = await readPhoto(await database(), dataDir, id)
    if (photo) photos.set(dataDir, photo)
    return id
  }
  const { user } = await (await request.get(`${process.env.NOLLIE_URL}/api/session`)).json()
  return insertPhoto(await database(), dataDir, known, user.user_id)
}

// One photo per server, by data directory.
const photos = new Map<string, ProcessedPhoto>()

async function upload(request: APIRequestContext, { buffer, mimeType, name }: UploadedFile): Promise<string> {
  const url = process.env.NOLLIE_URL as string
  const meta = `filename ${Buffer.from(name).toString('base64')},filetype ${Buffer.from(mimeType).toString('base64')}`
  const tus = { ...ownSite(), 'tus-resumable': '1.0.0' }
  const begun = await withRetry(() =>
    request.post(`${url}/api/uploads`, {
      headers: { ...tus, 'upload-length': String(buffer.length), 'upload-metadata': meta },
    }),
  )
  expect(begun.status(), await begun.text()).toBe(201)
  const address = new URL(begun.headers().location as string, url).href
  const sent = await request.patch(address, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: buffer,
  })
  expect(sent.status(), await sent.text()).toBe(204)
  const id = address.split('/').pop() as string
  await expect
    .poll(async () => (await (await request.get(`${url}/api/media/${id}`)).json()).status, {
      // Most are ready after a few tenths of a second.
      intervals: [100],
    })
    .toBe('ready')
  return id
}

// Positions are in the sea and far apart, so that no two spots in the journeys are near each other. The fractional parts
// of multiples of these numbers cover a square evenly, so no position is close to another. Random ones would be.
const [EASTWARD, NORTHWARD] = [0.7548776662466927, 0.5698402909980532]
/** Workers with a higher index use their own random sequence. There are so many only if many journeys fail. */
const MOST_WORKERS = 64
const worker = Number(process.env.TEST_WORKER_INDEX ?? 0)
const start = worker < MOST_WORKERS ? Number(process.env.NOLLIE_SITES ?? Math.random()) : Math.random()
let sites = 0

/** Returns a position in the Pacific that nothing else in this run uses. */
export function aPoint() {
  const number = sites * MOST_WORKERS + (worker % MOST_WORKERS)
  sites += 1
  // Points near an island would be shown with its country.
  const latitude = -47 + 15 * ((start + number * NORTHWARD) % 1)
  const longitude = -150 + 40 * ((start + number * EASTWARD) % 1)
  // The form's values have the same precision.
  return { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) }
}

/** Shares a spot as the signed-in person, without the form. */
export async function shareSpot(
  request: APIRequestContext,
  with_: Record<string, unknown> = {},
): Promise<{ id: string; name: string; latitude: number; longitude: number; photo_url: string }> {
  const body = {
    name: 'Library Marble',
    description:
      'Knee-high marble, waxed on the left side. Security leaves at six, then it is yours until the sprinklers.',
    address: '200 Assembly Sq',
    spot_types: ['ledges', 'plaza'],
    difficulty_level: 'intermediate',
    ...aPoint(),
    ...with_,
    media_ids: with_.media_ids ?? [await uploadFile(request)],
  }
  const made = await withRetry(() =>
    request.post(`${process.env.NOLLIE_URL}/api/spots`, {
      data: body,
      headers: { ...ownSite(), 'idempotency-key': randomUUID() },
    }),
  )
  expect(made.status(), await made.text()).toBe(201)
  return made.json()
}

/** Returns the page's toast. */
export function findToast(page: Page) {
  return page.getByRole('region', { name: 'Notifications', exact: true })
}

/** Waits for a toast, and points at it so that it doesn't close by itself before the journey is done with it. */
export async function holdToast(page: Page, text: string): Promise<void> {
  const toast = findToast(page).locator('.toaster_root').filter({ hasText: text })
  await toast.hover()
}

/** Closes the toast, unless it has already closed by itself. */
export async function closeToast(page: Page): Promise<void> {
  await findToast(page)
    .getByRole('button', { name: 'Close' })
    .evaluateAll((buttons) => {
      for (const button of buttons as HTMLElement[]) button.click()
    })
  await expect(findToast(page)).toBeEmpty()
}
