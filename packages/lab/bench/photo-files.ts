import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

function noise(width: number, height: number) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

/**
 * Creates a JPEG that costs as much to process as a photo from a phone. It has shapes of all sizes, with more contrast
 * in larger ones, and some grain. The default width gives 12 megapixels and about 4 MB.
 */
export async function phoneLikePhoto(width = 4032): Promise<Buffer> {
  const height = (width * 3) / 4
  const layer = (share: number) =>
    noise(Math.round(width * share), Math.round(height * share))
      .resize(width, height, { kernel: 'cubic' })
      .removeAlpha()
      .raw()
      .toBuffer()
  const layers: [Buffer, number][] = []
  for (const [share, weight] of [
    [0.004, 0.5],
    [0.015, 0.24],
    [0.06, 0.13],
    [0.25, 0.07],
    [1, 0.04],
  ] as const)
    layers.push([await layer(share), weight])
  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) {
    let sum = 0
    for (const [bytes, weight] of layers) sum += (bytes[i] ?? 0) * weight
    pixels[i] = sum
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}
