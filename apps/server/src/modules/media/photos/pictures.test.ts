import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { near, pixelAt, RED } from '../../../../test/makers/colours.ts'
import { scannedJpeg } from '../../../../test/makers/hostile-files.ts'
import { bombs, FOREIGN, lies, phonePhoto } from '../../../../test/makers/media-files.ts'
import { peakOfChildren, pictureMaker } from '../../../../test/makers/picture-maker.ts'
import { FileRefused, OutOfTime } from '../formats/file-refused.ts'
import { readJpegStructure } from './jpeg-scans.ts'
import { PicturePool } from './picture-pool.ts'
import { sniff } from '../formats/file-format.ts'

const { folder, pool, write, make } = pictureMaker()

describe('pictures', () => {
  test('MEDIA-34 C-33 the square comes first, sizes are 400, 1080, and 2048, in AVIF and WebP', async () => {
    const { facts, files } = await make(await phonePhoto({ width: 3000, height: 2000 }))
    expect(Object.keys(files).slice(0, 2)).toEqual(['400.webp', '400.avif'])
    const sizes = await Promise.all(
      Object.entries(files).map(async ([name, bytes]) => {
        const { width, height, format } = await sharp(bytes).metadata()
        return [name, width, height, format]
      }),
    )
    expect(sizes).toEqual([
      ['400.webp', 400, 400, 'webp'],
      ['400.avif', 400, 400, 'heif'],
      ['1080.webp', 1080, 720, 'webp'],
      ['1080.avif', 1080, 720, 'heif'],
      ['2048.webp', 2048, 1365, 'webp'],
      ['2048.avif', 2048, 1365, 'heif'],
    ])
    expect(facts).toMatchObject({ width: 2048, height: 1365 })
    expect(Buffer.from(facts.thumbhash, 'base64').length).toBeLessThan(40)
  })

  test('never enlarges a small image', async () => {
    const { facts, files } = await make(await phonePhoto({ width: 300, height: 120, orientation: 1 }))
    expect(facts).toMatchObject({ width: 300, height: 120 })
    expect(await sharp(files['400.webp']).metadata()).toMatchObject({ width: 120, height: 120 })
    expect(await sharp(files['1080.avif']).metadata()).toMatchObject({ width: 300, height: 120 })
  })

  test('D8 removes every byte of position, camera maker, notes, and profile', async () => {
    const photo = await phonePhoto()
    expect(photo.toString('latin1')).toMatch(FOREIGN)
    const polyglot = Buffer.concat([photo, Buffer.from('PK\x03\x04<script>alert("Hidden Caption")</script>')])
    const { files } = await make(polyglot)
    expect(Object.keys(files)).toHaveLength(6)
    for (const [name, bytes] of Object.entries(files)) {
      expect(bytes?.toString('latin1'), name).not.toMatch(FOREIGN)
      const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, comments }, name).toEqual({})
    }
  })

  test('preserves colors: Display P3, CMYK, gray, 16 bits, transparency', async () => {
    const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#e02020' } })
    const p3 = await plain.clone().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    // Without the profile, the same numbers mean a different color, so this verifies that the profile is used.
    near(await pixelAt((await make(p3)).files['2048.webp'], 0.5, 0.5), RED)
    const cmyk = await plain.clone().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    near(await pixelAt((await make(cmyk)).files['2048.avif'], 0.5, 0.5), RED, 40)
    const grey = await plain.clone().greyscale().png().toBuffer()
    const [r, g, b] = await pixelAt((await make(grey)).files['1080.webp'], 0.5, 0.5)
    expect(Math.abs((r ?? 0) - (g ?? 99)) + Math.abs((g ?? 0) - (b ?? 99))).toBeLessThan(6)
    const deep = await plain.clone().toColourspace('rgb16').png().toBuffer()
    near(await pixelAt((await make(deep)).files['400.avif'], 0.5, 0.5), RED)
    const glass = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 224, g: 32, b: 32, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    expect((await sharp((await make(glass)).files['400.webp']).metadata()).hasAlpha).toBe(true)
  })

  test('supports every accepted format; uses the first frame of an animation', async () => {
    const plain = sharp({ create: { width: 320, height: 200, channels: 3, background: '#e02020' } })
    for (const format of ['png', 'webp', 'avif', 'gif', 'jpeg'] as const) {
      const { facts, files } = await make(await plain.clone().toFormat(format).toBuffer())
      expect(facts, format).toMatchObject({ width: 320, height: 200 })
      near(await pixelAt(files['400.webp'], 0.5, 0.5), RED)
    }
    const frames = await sharp(
      [await plain.clone().png().toBuffer(), await plain.clone().negate().png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .gif()
      .toBuffer()
    const { facts, files } = await make(frames)
    expect(facts).toMatchObject({ width: 320, height: 200 })
    near(await pixelAt(files['1080.webp'], 0.5, 0.5), RED)
  })
})

describe('hostile images', () => {
  test('D4 rejects a decompression bomb within 2 s of CPU time and 512 MB, and the next image works', async () => {
    const fresh = new PicturePool([folder], { size: 1, cpuSeconds: 2 })
    await make(await phonePhoto({ width: 64, height: 64 }), fresh)
    for (const [name, bytes] of Object.entries(await bombs())) {
      const outcome = await make(bytes, fresh).then(
        () => 'made',
        (error: unknown) => error,
      )
      // Text and profiles may be skipped without being read. Everything else must be rejected.
      if (!/zTXt|iCCP/.test(name)) expect(outcome, name).toBeInstanceOf(FileRefused)
      expect(outcome, name).not.toBeInstanceOf(OutOfTime)
    }
    if (process.platform === 'linux') expect(peakOfChildren()).toBeLessThan(512)
    await make(await phonePhoto({ width: 64, height: 64 }), fresh)
    fresh.close()
  })

  test('D1 files that lie about their format are not detected, and rejected even if decoded', async () => {
    for (const [name, bytes] of Object.entries(await lies())) {
      expect(sniff(bytes), name).toBeNull()
      const tried = pool.make({ path: write(bytes), format: 'jpeg' }, async () => {})
      await expect(tried, name).rejects.toBeInstanceOf(FileRefused)
    }
  })

  test('R15 rejects a truncated image with a readable message', async () => {
    const photo = await phonePhoto()
    for (const part of [0.05, 0.5, 0.9]) {
      const cut = photo.subarray(0, Math.floor(photo.length * part))
      await expect(make(cut)).rejects.toThrow('This photo couldn’t be read. It may be damaged.')
    }
  })

  test('rejects a JPEG with many scans before decoding, but accepts one from a thorough program', async () => {
    await expect(make(scannedJpeg(8184, 8184, 5000))).rejects.toThrow('too many layers')
    await expect(make(scannedJpeg(400, 300, 101))).rejects.toThrow('too many layers')
    expect((await make(scannedJpeg(400, 300, 100))).facts).toMatchObject({ width: 400, height: 300 })
    // Bytes after the end or inside a segment aren't scans.
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const hidden = Buffer.from([0xff, 0xda, 0, 2])
    const note = Buffer.concat([Buffer.from([0xff, 0xfe, 0x02, 0x5a]), ...Array<Buffer>(150).fill(hidden)])
    const noted = Buffer.concat([photo.subarray(0, 2), note, photo.subarray(2)])
    expect(readJpegStructure(noted, 100)).toEqual(readJpegStructure(photo, 100))
    expect((await make(Buffer.concat([noted, ...Array<Buffer>(150).fill(hidden)]))).facts.width).toBe(64)
  })

  test('rejects an animation with too many frames with a readable message', async () => {
    const all = await bombs()
    await expect(make(all['10000 frames.gif'] ?? Buffer.alloc(0))).rejects.toThrow(
      'Animations can have up to 300 frames.',
    )
  })

  test('R17 rejects an image that takes too long, by CPU time or elapsed time', async () => {
    const photo = await phonePhoto({ width: 4000, height: 3000 })
    const slow = new PicturePool([folder], { size: 1, wallSeconds: 0.001 })
    await expect(make(photo, slow)).rejects.toThrow('This photo takes too long to read.')
    slow.close()
    if (process.platform !== 'linux') return
    const poor = new PicturePool([folder], { size: 1, cpuSeconds: 0.01 })
    await expect(make(photo, poor)).rejects.toMatchObject({ name: 'OutOfTime', detail: /processor/ })
    poor.close()
  })

  test('a child has none of our secrets, and can only read the files to decode', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'nollie-outside-'))
    const path = join(outside, 'photo')
    writeFileSync(path, await phonePhoto())
    // Native code opens most images, but HEIC is read by Node, which enforces the permissions.
    const root = fileURLToPath(new URL('../../../../../..', import.meta.url))
    for (const secret of [path, join(root, 'README.md'), join(root, 'data', 'secret'), '/etc/passwd'])
      await expect(
        pool.make({ path: secret, format: 'heic' }, async () => {}),
        secret,
      ).rejects.toMatchObject({
        detail: expect.stringMatching(/Access to this API has been restricted/),
      })
    rmSync(outside, { recursive: true })
  })
})
