import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAnimatedPng, makeAnimation } from '../../../../test/makers/animations.ts'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { near, pixelAt } from '../../../../test/makers/colours.ts'
import { bombs, hasFfmpeg } from '../../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../../test/actors/people.ts'
import { pictureMaker } from '../../../../test/makers/picture-maker.ts'
import { uploader } from '../../../../test/actors/uploads.ts'
import { findVideoEncoder } from '../index.ts'

const RED = [255, 0, 0] as const
const BLUE = [0, 0, 255] as const
const WHITE = [255, 255, 255] as const

function opaque(color: readonly [number, number, number]) {
  return [...color, 255] as const
}

const { folder, pool, write } = pictureMaker()

let count = 0
/** Returns a clip's frame at a given time, in seconds, as a PNG. */
async function frameAt(clip: Buffer, seconds: number): Promise<Buffer> {
  count += 1
  const file = join(folder, `clip-${count}`)
  writeFileSync(file, clip)
  const shown = ['-vf', `select='lte(t,${seconds})'`, '-vsync', 'vfr', '-update', '1']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', file, ...shown, `${file}.png`])
  return readFileSync(`${file}.png`)
}

function makeFill(width: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
}

async function convertToMovie(bytes: Buffer, format: 'gif' | 'webp' | 'png'): Promise<Buffer> {
  return Buffer.from(await pool.makeMovie({ path: write(bytes), format }, {}))
}

describe.skipIf(!hasFfmpeg)('an animated image becomes a short silent video', () => {
  let app: TestApp
  let ada: TestPerson
  let her: ReturnType<typeof uploader>
  beforeAll(async () => {
    app = await testApp({ videoEncoder: await findVideoEncoder(process.env.PATH ?? '') })
    ;({ ada } = await people(app, 'ada'))
    her = uploader(app, ada)
  })
  afterAll(() => app.close())

  test.for<[string, () => Promise<Buffer>]>([
    ['GIF', () => makeAnimation('gif', ['#f00', '#00f', '#f00'], [300, 300, 400])],
    ['WebP', () => makeAnimation('webp', ['#f00', '#00f', '#f00'], [300, 300, 400])],
    [
      'PNG',
      async () =>
        makeAnimatedPng([
          { color: opaque(RED), milliseconds: 300 },
          { color: opaque(BLUE), milliseconds: 300 },
          { color: opaque(RED), milliseconds: 400 },
        ]),
    ],
  ])('%s: every frame at the right time, with a poster', async ([, build]) => {
    const { id } = await her.upload(await build(), { filetype: 'image/gif' })
    const media = await her.settled(id)
    expect(media).toMatchObject({ type: 'video', status: 'ready', width: 64, height: 64, failure: null })
    expect(media.url).toBe(`${media.base}/video.mp4`)
    expect(media.duration).toBeCloseTo(1, 1)
    const served = await app.app.inject({ url: media.url ?? '', headers: ada.bearer })
    expect(served.headers['content-type']).toBe('video/mp4')
    for (const [seconds, color] of [
      [0.1, RED],
      [0.45, BLUE],
      [0.8, RED],
    ] as const)
      near(await pixelAt(await frameAt(served.rawPayload, seconds), 0.5, 0.5), [...color], 40)
    const poster = await app.app.inject({ url: `${media.base}/400.webp`, headers: ada.bearer })
    expect(poster.statusCode).toBe(200)
  })

  test('a GIF with two frames plays both', async () => {
    const { id } = await her.upload(await makeAnimation('gif', ['#f00', '#00f'], [400, 600]))
    const media = await her.settled(id)
    expect(media).toMatchObject({ type: 'video', status: 'ready', failure: null })
    expect(media.duration).toBeCloseTo(1, 1)
    const served = await app.app.inject({ url: media.url ?? '', headers: ada.bearer })
    for (const [seconds, color] of [
      [0.2, RED],
      [0.7, BLUE],
    ] as const)
      near(await pixelAt(await frameAt(served.rawPayload, seconds), 0.5, 0.5), [...color], 40)
  })

  test('a WebP without its last padding byte plays', async () => {
    // Only some sizes have an odd length, which is padded.
    for (let width = 32; width < 96; width += 1) {
      const frames = await Promise.all(['#f00', '#00f'].map((color) => makeFill(width, color)))
      const webp = await sharp(frames, { join: { animated: true } })
        .webp({ lossless: true, delay: 200 })
        .toBuffer()
      const last = webp.lastIndexOf('VP8L')
      const length = webp.readUInt32LE(last + 4)
      if (length % 2 === 0 || last + 8 + length + 1 !== webp.length) continue
      const movie = await convertToMovie(webp.subarray(0, -1), 'webp')
      near(await pixelAt(await frameAt(movie, 0.3), 0.5, 0.5), [...BLUE], 40)
      return
    }
    expect.fail('no WebP has an odd length')
  })

  test('an image with one frame stays a photo', async () => {
    for (const bytes of [
      await makeAnimation('gif', ['#f00']),
      await makeAnimation('webp', ['#f00']),
      makeAnimatedPng([{ color: opaque(RED) }]),
    ]) {
      const { id } = await her.upload(bytes)
      expect(await her.settled(id)).toMatchObject({ type: 'image', status: 'ready', duration: null })
    }
  })

  test('D4 animations beyond the limits fail with a readable message', async () => {
    const made = await bombs()
    for (const [name, failure] of [
      ['10000 frames.gif', 'Animations can have up to 300 frames.'],
      ['frames times pixels.gif', 'This photo has too many pixels.'],
    ] as const) {
      const { id } = await her.upload(made[name] ?? Buffer.alloc(0))
      expect(await her.settled(id), name).toMatchObject({ status: 'failed', failure })
    }
  })

  test('frames of an animated PNG overlay, blend, and clear as specified', async () => {
    const movie = await convertToMovie(
      makeAnimatedPng([
        { color: opaque(RED) },
        { color: opaque(BLUE), width: 32, dispose: 2 },
        { color: [0, 0, 255, 0], left: 32, width: 32, blend: 1 },
        { color: [0, 0, 255, 0], left: 32, width: 32, blend: 0 },
      ]),
      'png',
    )
    for (const [seconds, left, right] of [
      [0.1, RED, RED],
      [0.3, BLUE, RED],
      [0.5, RED, RED],
      [0.65, RED, WHITE],
    ] as const) {
      const frame = await frameAt(movie, seconds)
      near(await pixelAt(frame, 0.25, 0.5), [...left], 40)
      near(await pixelAt(frame, 0.75, 0.5), [...right], 40)
    }
  })

  test('a frame without a delay is shown as long as browsers show it', async () => {
    const movie = await convertToMovie(await makeAnimation('gif', ['#f00', '#00f', '#f00'], 0), 'gif')
    near(await pixelAt(await frameAt(movie, 0.05), 0.5, 0.5), [...RED], 40)
    near(await pixelAt(await frameAt(movie, 0.15), 0.5, 0.5), [...BLUE], 40)
  })

  test('D5 truncated and mutated animations result in a readable message or in a movie', async () => {
    const seeds = [
      ['gif', await makeAnimation('gif', ['#f00', '#00f'])],
      ['webp', await makeAnimation('webp', ['#f00', '#00f'])],
      ['png', makeAnimatedPng([{ color: opaque(RED) }, { color: opaque(BLUE), left: 8, width: 32 }])],
    ] as const
    let state = 11
    const pick = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    for (const [format, seed] of seeds)
      for (let round = 0; round < 20; round += 1) {
        const bytes = Buffer.from(seed.subarray(0, seed.length - (round % 2 ? pick(seed.length) : 0)))
        for (let n = 0; n < 4 && bytes.length > 16; n += 1) bytes[8 + pick(bytes.length - 8)] = pick(256)
        await convertToMovie(bytes, format).catch((error: unknown) =>
          expect(error).toMatchObject({ name: 'FileRefused' }),
        )
      }
  })
})

describe('a server without an encoder', () => {
  test('uses the first frame of an animation as a photo', async () => {
    const app = await testApp({ videoEncoder: null })
    try {
      const { ada } = await people(app, 'ada')
      const her = uploader(app, ada)
      const { id } = await her.upload(await makeAnimation('gif', ['#f00', '#00f']))
      expect(await her.settled(id)).toMatchObject({ type: 'image', status: 'ready', width: 64, height: 64 })
    } finally {
      await app.close()
    }
  })
})
