import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MediaFile } from '@nollie/contract/media'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scannedJpeg } from '../../../test/hostile-files.ts'
import { bombs, FOREIGN, hasRealPhotos, lies, phonePhoto, REAL_PHOTOS } from '../../../test/media-files.ts'
import { ChildCrashed, FileRefused } from './file-refused.ts'
import { countScans } from './jpeg-scans.ts'
import { PicturePool } from './picture-pool.ts'
import type { Part, PictureFacts } from './pictures.ts'
import { sniff } from './file-format.ts'

let folder: string
let pool: PicturePool
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nollie-pictures-'))
  pool = new PicturePool([folder])
})
afterAll(() => {
  pool.close()
  rmSync(folder, { recursive: true, force: true })
})

type Made = { facts: PictureFacts; files: Partial<Record<MediaFile, Buffer>> }
let count = 0
const write = (bytes: Buffer): string => {
  count += 1
  const path = join(folder, `file-${count}`)
  writeFileSync(path, bytes)
  return path
}
const make = async (bytes: Buffer, by = pool, part: Part = 'all'): Promise<Made> => {
  const kind = sniff(bytes)
  if (!kind) throw new Error('not sniffed')
  const files: Made['files'] = {}
  const facts = await by.make({ path: write(bytes), format: kind.format, part }, async (file, content) => {
    files[file] = Buffer.from(content)
  })
  return { facts, files }
}
const pixelAt = async (bytes: Buffer | undefined, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}
const near = (actual: number[], wanted: number[], by = 12) =>
  expect(
    Math.max(...actual.map((value, at) => Math.abs(value - (wanted[at] ?? 0)))),
    actual.join(),
  ).toBeLessThan(by)
const RED = [224, 32, 32]
const BLUE = [32, 64, 192]

describe('pictures', () => {
  test.each([1, 3, 6, 8])('orientation %i is applied to every size', async (orientation) => {
    const { facts, files } = await make(await phonePhoto({ orientation }))
    expect(facts).toMatchObject({ width: 1200, height: 900 })
    for (const [name, bytes] of Object.entries(files)) {
      near(await pixelAt(bytes, 0.1, 0.1), RED)
      near(await pixelAt(bytes, 0.9, 0.1), BLUE)
      near(await pixelAt(bytes, 0.1, 0.9), BLUE)
      expect((await sharp(bytes).metadata()).orientation, name).toBeUndefined()
    }
  })

  test('MEDIA-34 C-33 the square comes first, sizes are 400, 1080 and 2048, in AVIF and WebP', async () => {
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

  test.each([
    { width: 3001, height: 2003, orientation: 1 },
    { width: 3001, height: 2003, orientation: 6 },
    { width: 4000, height: 600, orientation: 1 },
    { width: 900, height: 600, orientation: 1 },
  ])('the first pictures of %o are of the same sizes as if all were made', async (size) => {
    const photo = await phonePhoto(size)
    const sizesOf = async ({ facts, files }: Made) => {
      const sizes = await Promise.all(
        (['400.webp', '400.avif', '1080.webp', '1080.avif'] as const).map(async (file) => {
          const { width, height } = await sharp(files[file]).metadata()
          return { file, width, height }
        }),
      )
      return [facts.width, facts.height, ...sizes]
    }
    expect(await sizesOf(await make(photo, pool, 'first'))).toEqual(await sizesOf(await make(photo)))
  })

  test('a small picture is never enlarged', async () => {
    const { facts, files } = await make(await phonePhoto({ width: 300, height: 120, orientation: 1 }))
    expect(facts).toMatchObject({ width: 300, height: 120 })
    expect(await sharp(files['400.webp']).metadata()).toMatchObject({ width: 120, height: 120 })
    expect(await sharp(files['1080.avif']).metadata()).toMatchObject({ width: 300, height: 120 })
  })

  test('D8 no byte of position, maker, notes or profile is left', async () => {
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

  test('colours stay what they were: Display P3, CMYK, grey, 16 bits, transparency', async () => {
    const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#e02020' } })
    const p3 = await plain.clone().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    // Without its profile the same numbers are another colour, so this tests the profile.
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

  test('every accepted format works; of an animation the first frame', async () => {
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

const children = (): number[] => {
  const { pid } = process
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text
    .split(' ')
    .filter((child) => child && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('picture-child'))
    .map(Number)
}
const peakOfChildren = (): number => {
  const peaks = children().map((child) => {
    const status = existsSync(`/proc/${child}/status`) ? readFileSync(`/proc/${child}/status`, 'utf8') : ''
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  })
  return Math.max(...peaks)
}

describe('hostile pictures', { timeout: 60_000 }, () => {
  test('D4 a bomb is refused in under 2 s and under 512 MB, and the next picture works', async () => {
    const fresh = new PicturePool([folder], { size: 1 })
    await make(await phonePhoto({ width: 64, height: 64 }), fresh)
    for (const [name, bytes] of Object.entries(await bombs())) {
      const began = performance.now()
      const outcome = await make(bytes, fresh).then(
        () => 'made',
        (error: unknown) => error,
      )
      // Text and profiles may be skipped unread; everything else must be refused.
      if (!/zTXt|iCCP/.test(name)) expect(outcome, name).toBeInstanceOf(FileRefused)
      expect(performance.now() - began, name).toBeLessThan(2_000)
    }
    if (process.platform === 'linux') expect(peakOfChildren()).toBeLessThan(512)
    await make(await phonePhoto({ width: 64, height: 64 }), fresh)
    fresh.close()
  })

  test('D1 files that lie about their format are detected as none, and refused even if they are decoded', async () => {
    for (const [name, bytes] of Object.entries(await lies())) {
      expect(sniff(bytes), name).toBeNull()
      const tried = pool.make({ path: write(bytes), format: 'jpeg' }, async () => {})
      await expect(tried, name).rejects.toBeInstanceOf(FileRefused)
    }
  })

  test('R15 a truncated picture is refused with a readable message', async () => {
    const photo = await phonePhoto()
    for (const part of [0.05, 0.5, 0.9]) {
      const cut = photo.subarray(0, Math.floor(photo.length * part))
      await expect(make(cut)).rejects.toThrow('This picture could not be read. It may be damaged.')
    }
  })

  test('a JPEG of many scans is refused before it is decoded, one of a careful program is not', async () => {
    const began = performance.now()
    await expect(make(scannedJpeg(8184, 8184, 5000))).rejects.toThrow('too many layers')
    await expect(make(scannedJpeg(400, 300, 101))).rejects.toThrow('too many layers')
    expect(performance.now() - began).toBeLessThan(20_000)
    expect((await make(scannedJpeg(400, 300, 100))).facts).toMatchObject({ width: 400, height: 300 })
    // Bytes after the end, or inside a segment, are not scans.
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const hidden = Buffer.from([0xff, 0xda, 0, 2])
    const note = Buffer.concat([Buffer.from([0xff, 0xfe, 0x02, 0x5a]), ...Array<Buffer>(150).fill(hidden)])
    const noted = Buffer.concat([photo.subarray(0, 2), note, photo.subarray(2)])
    expect(countScans(noted, 100)).toBe(countScans(photo, 100))
    expect((await make(Buffer.concat([noted, ...Array<Buffer>(150).fill(hidden)]))).facts.width).toBe(64)
  })

  test('an animation of too many pictures is refused with a readable message', async () => {
    const all = await bombs()
    await expect(make(all['10000 frames.gif'] ?? Buffer.alloc(0))).rejects.toThrow(
      'Animations may have at most 300 pictures.',
    )
  })

  test('R17 a picture that takes too long is refused, by the processor time or by the clock', async () => {
    const photo = await phonePhoto({ width: 4000, height: 3000 })
    const slow = new PicturePool([folder], { size: 1, wallSeconds: 0.001 })
    await expect(make(photo, slow)).rejects.toThrow('This picture takes too long to read.')
    slow.close()
    if (process.platform !== 'linux') return
    const poor = new PicturePool([folder], { size: 1, cpuSeconds: 0.01 })
    await expect(make(photo, poor)).rejects.toMatchObject({ name: 'OutOfTime', detail: /processor/ })
    poor.close()
  })

  test.skipIf(process.platform !== 'linux')(
    'on a machine that is busy otherwise a picture has the same time (Linux)',
    async () => {
      const fresh = new PicturePool([folder], { size: 1, cpuSeconds: 4 })
      const before = new Set(children())
      const made = make(await phonePhoto({ width: 4000, height: 3000 }), fresh)
      await expect.poll(() => children().filter((pid) => !before.has(pid))).toHaveLength(1)
      const [child = 0] = children().filter((pid) => !before.has(pid))
      // Nothing is as slow as a process that does not run at all.
      process.kill(child, 'SIGSTOP')
      await sleep(6_000)
      process.kill(child, 'SIGCONT')
      expect((await made).facts).toMatchObject({ width: 2048, height: 1536 })
      fresh.close()
    },
  )

  test('R17 a child that is killed is replaced', async () => {
    if (process.platform !== 'linux') return
    // Twice: once at work, once idle.
    const large = await phonePhoto({ width: 4000, height: 3000 })
    const killed = make(large)
    setTimeout(() => children().map((pid) => process.kill(pid, 'SIGKILL')), 100)
    await expect(killed).rejects.toBeInstanceOf(ChildCrashed)
    await make(await phonePhoto({ width: 64, height: 64 }))
    children().map((pid) => process.kill(pid, 'SIGKILL'))
    while (children().length > 0) await sleep(20)
    // The pool notices the deaths a moment later.
    await sleep(300)
    await make(await phonePhoto({ width: 64, height: 64 }))
  })

  test.skipIf(process.platform !== 'linux')('D4 the memory of a child has an end (Linux)', async () => {
    const small = new PicturePool([folder], { size: 1, memoryMiB: 780 })
    await make(await phonePhoto({ width: 64, height: 64 }), small)
    // A decoder stores the whole of a progressive JPEG, some 200 MB of this one.
    const swelling = sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#888' } })
    await expect(make(await swelling.jpeg({ progressive: true }).toBuffer(), small)).rejects.toThrow(
      /ended by|could not be read/,
    )
    await make(await phonePhoto({ width: 64, height: 64 }), small)
    small.close()
  })

  test('a child has no secrets of ours and may read only the files to decode', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'nollie-outside-'))
    const path = join(outside, 'photo')
    writeFileSync(path, await phonePhoto())
    // Native code opens most pictures; HEIC goes through the runtime, which enforces the permissions.
    const root = fileURLToPath(new URL('../../../../..', import.meta.url))
    for (const secret of [path, join(root, 'README.md'), join(root, 'data', 'secret'), '/etc/passwd'])
      await expect(
        pool.make({ path: secret, format: 'heic' }, async () => {}),
        secret,
      ).rejects.toMatchObject({
        detail: expect.stringMatching(/Access to this API has been restricted/),
      })
    rmSync(outside, { recursive: true })
  })

  test('D5 mutated files kill at most a child', async () => {
    const seeds = [
      await phonePhoto({ width: 120, height: 90 }),
      ...(await Promise.all(
        (['png', 'webp', 'avif', 'gif'] as const).map((format) =>
          sharp({
            create: {
              width: 90,
              height: 60,
              channels: 3,
              background: '#e02020',
              noise: { type: 'gaussian', mean: 99, sigma: 30 },
            },
          })
            .toFormat(format)
            .toBuffer(),
        ),
      )),
    ]
    let state = 20_261_121
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    const outcomes = { made: 0, refused: 0, crashed: 0 }
    const heic = hasRealPhotos ? readFileSync(join(REAL_PHOTOS, 'IMG_2682.heic')).subarray(0, 200_000) : null
    const one = async () => {
      const seed = Buffer.from((random(20) === 0 && heic) || (seeds[random(seeds.length)] ?? ''))
      for (let i = 0; i <= random(12); i += 1) seed[16 + random(seed.length - 16)] = random(256)
      const bytes = random(5) === 0 ? seed.subarray(0, 16 + random(seed.length)) : seed
      if (!sniff(bytes)) return
      await make(bytes).then(
        () => (outcomes.made += 1),
        (error: unknown) => {
          if (error instanceof FileRefused) outcomes.refused += 1
          else if (error instanceof ChildCrashed) outcomes.crashed += 1
          else throw error
        },
      )
    }
    for (let i = 0; i < 60; i += 1) await Promise.all([one(), one()])
    expect(outcomes.made + outcomes.refused).toBeGreaterThan(40)
    await make(await phonePhoto({ width: 64, height: 64 }))
  }, 180_000)
})

const hasExiftool = (() => {
  try {
    execFileSync('exiftool', ['-ver'])
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasRealPhotos)('real photos (skipped where the folder of them is absent)', () => {
  const names = hasRealPhotos ? readdirSync(REAL_PHOTOS).filter((name) => !name.endsWith('.md')) : []

  test.each(names)('%s', async (name) => {
    const original = readFileSync(join(REAL_PHOTOS, name))
    const { facts, files } = await make(original)
    expect(Object.keys(files)).toHaveLength(6)
    for (const [file, bytes] of Object.entries(files)) {
      expect(bytes?.toString('latin1'), file).not.toMatch(FOREIGN)
      const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, comments }, file).toEqual({})
    }
    if (hasExiftool) {
      const paths = Object.values(files).map((bytes) => write(bytes ?? Buffer.alloc(0)))
      const metadata = execFileSync('exiftool', ['-G1', '-a', '-s', ...paths]).toString()
      expect(metadata).not.toMatch(/^\[(GPS|IFD\d|ExifIFD|XMP|IPTC|ICC|Photoshop|MakerNotes|Apple)/m)
      expect(metadata).not.toMatch(/GPS|Serial|Make |Model|DateTimeOriginal/)
    }
    const upright = name.endsWith('heic')
      ? { width: 4032, height: 3024 }
      : (await sharp(original).metadata()).autoOrient
    expect(facts.width / facts.height).toBeCloseTo(upright.width / upright.height, 1)
    expect(Math.max(facts.width, facts.height)).toBe(Math.min(2048, Math.max(upright.width, upright.height)))
  })
})
