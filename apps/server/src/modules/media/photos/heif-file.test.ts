import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { near, pixelAt } from '../../../../test/makers/colours.ts'
import { makeHeic } from '../../../../test/makers/heic-photos.ts'
import { hasFfmpeg } from '../../../../test/makers/media-files.ts'
import { pictureMaker } from '../../../../test/makers/picture-maker.ts'

const { folder, make } = pictureMaker()
const RED = [254, 0, 0]

describe.skipIf(!hasFfmpeg)('HEIC', () => {
  const target = join(folder, 'picture.mp4')

  test.for(['heic', 'heim', 'heis', 'hevc', 'mif1'])(
    'reads the photo in a file with the brand %s',
    async (brand) => {
      const { facts, files } = await make(await makeHeic(['red'], target, { brand }))
      expect(facts).toMatchObject({ width: 64, height: 64 })
      near(await pixelAt(files['1080.webp'], 0.5, 0.5), RED, 40)
    },
  )

  test.for([0, 1, 2])('shows the main photo of a burst, wherever it is in the file: %d', async (main) => {
    const colors = ['blue', 'blue', 'blue'].with(main, 'red')
    const { files } = await make(await makeHeic(colors, target, { main }))
    near(await pixelAt(files['1080.webp'], 0.5, 0.5), RED, 40)
  })

  test('rejects a file whose main photo is missing with a readable message', async () => {
    await expect(make(await makeHeic(['red'], target, { main: 7 }))).rejects.toThrow(
      'This photo couldn’t be read.',
    )
  })
})

test.for(['avif', 'avis', 'mif1'])('reads the first frame of an AVIF with the brand %s', async (brand) => {
  const avif = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#fe0000' } })
    .avif({ effort: 0 })
    .toBuffer()
  avif.write(brand, 8, 'latin1')
  const { facts, files } = await make(avif)
  expect(facts).toMatchObject({ width: 64, height: 48 })
  near(await pixelAt(files['1080.webp'], 0.5, 0.5), RED, 40)
})
