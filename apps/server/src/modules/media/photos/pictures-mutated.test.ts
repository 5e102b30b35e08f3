import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { FOREIGN, hasRealPhotos, phonePhoto, REAL_PHOTOS } from '../../../../test/makers/media-files.ts'
import { pictureMaker } from '../../../../test/makers/picture-maker.ts'
import { ChildCrashed, FileRefused } from '../formats/file-refused.ts'
import { sniff } from '../formats/file-format.ts'

const { write, make } = pictureMaker()

test('D5 mutated files never kill more than a child process', async () => {
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
})

const hasExiftool = (() => {
  try {
    execFileSync('exiftool', ['-ver'])
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasRealPhotos)('real photos (skipped if the folder is missing)', () => {
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
