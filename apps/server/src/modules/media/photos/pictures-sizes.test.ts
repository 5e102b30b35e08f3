import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BLUE, near, pixelAt, RED } from '../../../../test/makers/colours.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { type Made, pictureMaker } from '../../../../test/makers/picture-maker.ts'

const { pool, make } = pictureMaker()

test.each([1, 3, 6, 8])('applies orientation %i to every size', async (orientation) => {
  const { facts, files } = await make(await phonePhoto({ orientation }))
  expect(facts).toMatchObject({ width: 1200, height: 900 })
  for (const [name, bytes] of Object.entries(files)) {
    near(await pixelAt(bytes, 0.1, 0.1), RED)
    near(await pixelAt(bytes, 0.9, 0.1), BLUE)
    near(await pixelAt(bytes, 0.1, 0.9), BLUE)
    expect((await sharp(bytes).metadata()).orientation, name).toBeUndefined()
  }
})

test.each([
  { width: 3001, height: 2003, orientation: 1 },
  { width: 3001, height: 2003, orientation: 6 },
  { width: 4000, height: 600, orientation: 1 },
  { width: 900, height: 600, orientation: 1 },
])('the first images of %o have the same sizes as when all images are made', async (size) => {
  const photo = await phonePhoto(size)
  const readSizes = async ({ facts, files }: Made) => {
    const sizes = await Promise.all(
      (['400.webp', '400.avif', '1080.webp', '1080.avif'] as const).map(async (file) => {
        const { width, height } = await sharp(files[file]).metadata()
        return { file, width, height }
      }),
    )
    return [facts.width, facts.height, ...sizes]
  }
  expect(await readSizes(await make(photo, pool, 'first'))).toEqual(await readSizes(await make(photo)))
})

test.each([
  { width: 12_000, height: 2, made: { width: 2048, height: 1 } },
  { width: 2, height: 9000, made: { width: 1, height: 2048 } },
  { width: 1, height: 1, made: { width: 1, height: 1 } },
])('an extremely thin image has at least one pixel per side: %o', async ({ made, ...size }) => {
  const create = { ...size, channels: 3 as const, background: '#e02020' }
  const { facts, files } = await make(await sharp({ create }).png().toBuffer())
  expect(facts).toMatchObject(made)
  expect(await sharp(files['2048.webp']).metadata()).toMatchObject(made)
  near(await pixelAt(files['400.webp'], 0.5, 0.5), RED)
})
