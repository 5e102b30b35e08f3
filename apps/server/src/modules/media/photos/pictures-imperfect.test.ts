import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { near, pixelAt, RED } from '../../../../test/makers/colours.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { pictureMaker } from '../../../../test/makers/picture-maker.ts'

// Tests files that violate their format's rules, but that every browser displays.

const { make } = pictureMaker()

function cutEnd(bytes: Buffer, count: number): Buffer {
  return bytes.subarray(0, bytes.length - count)
}

function append(bytes: Buffer, ...more: (Buffer | string)[]): Buffer {
  return Buffer.concat([bytes, ...more.map((part) => Buffer.from(part as string))])
}

// The same bytes in every run, with markers among them.
function makeNoise(length: number): Buffer {
  return Buffer.from(
    Uint8Array.from({ length }, (_, at) => (at % 97 === 0 ? 0xff : (at * at * 131 + at * 29) % 256)),
  )
}

function plain() {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#e02020' } })
}

// A photo with detail everywhere, so that truncation removes visible pixels.
function detailed(options: { progressive: boolean }): Promise<Buffer> {
  const pixels = Buffer.alloc(320 * 240 * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * at * 31 + at * 7) % 251
  return sharp(pixels, { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg({ quality: 80, ...options })
    .toBuffer()
}

function cutAt(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.round(bytes.length * share))
}

function withTextChunk(png: Buffer): Buffer {
  const text = Buffer.from('tEXtSoftware\0camera', 'latin1')
  const chunk = Buffer.alloc(text.length + 8)
  chunk.writeUInt32BE(text.length - 4)
  text.copy(chunk, 4)
  chunk.writeUInt32BE((crc32(text) ^ 1) >>> 0, text.length + 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

// An odd-length image without the padding byte that its header counts.
async function unpaddedWebp(): Promise<Buffer> {
  for (let width = 32; width < 64; width += 1) {
    const webp = await plain().resize({ width, height: 48 }).webp({ lossless: true }).toBuffer()
    if (webp.readUInt32LE(16) % 2 === 1) return cutEnd(webp, 1)
  }
  throw new Error('no WebP of odd length')
}

const SCAN = Buffer.from([0xff, 0xda])

test.for<[string, () => Promise<Buffer>]>([
  ['a JPEG without its end mark', async () => cutEnd(await phonePhoto({ orientation: 1 }), 2)],
  ['a JPEG with half of its end mark', async () => cutEnd(await phonePhoto({ orientation: 1 }), 1)],
  [
    'zeros instead of the end mark',
    async () => append(cutEnd(await phonePhoto({ orientation: 1 }), 2), Buffer.alloc(4096)),
  ],
  [
    'a JPEG with text after its end',
    async () => append(await phonePhoto({ orientation: 1 }), 'uploaded by an app'),
  ],
  [
    'a JPEG with a video after its end',
    async () => append(await phonePhoto({ orientation: 1 }), '\0\0\0\x18ftypmp42'),
  ],
  [
    'a JPEG with a second JPEG after its end',
    async () => append(await phonePhoto({ orientation: 1 }), await phonePhoto()),
  ],
  [
    'a JPEG with 64 KiB of noise after its end',
    async () => append(await phonePhoto({ orientation: 1 }), makeNoise(65_536)),
  ],
  [
    'a progressive JPEG without its end mark',
    async () => cutEnd(await plain().jpeg({ progressive: true }).toBuffer(), 2),
  ],
  [
    'a progressive JPEG without its last scan',
    async () => {
      const jpeg = await plain().jpeg({ progressive: true }).toBuffer()
      return jpeg.subarray(0, jpeg.lastIndexOf(SCAN))
    },
  ],
  [
    'a progressive JPEG with text instead of its end mark',
    async () => append(cutEnd(await plain().jpeg({ progressive: true }).toBuffer(), 2), '\r\n--boundary--'),
  ],
  [
    'a progressive JPEG with zeros instead of its end mark',
    async () => append(cutEnd(await plain().jpeg({ progressive: true }).toBuffer(), 2), Buffer.alloc(4096)),
  ],
  [
    'a progressive JPEG without its last scan, with text after it',
    async () => {
      const jpeg = await plain().jpeg({ progressive: true }).toBuffer()
      return append(jpeg.subarray(0, jpeg.lastIndexOf(SCAN)), 'uploaded by an app')
    },
  ],
  [
    'a CMYK JPEG without its end mark',
    async () => cutEnd(await plain().toColourspace('cmyk').jpeg().toBuffer(), 2),
  ],
  ['a 16-bit PNG', async () => plain().toColourspace('rgb16').png().toBuffer()],
  ['an interlaced PNG', async () => plain().png({ progressive: true }).toBuffer()],
  ['a PNG without its end chunk', async () => cutEnd(await plain().png().toBuffer(), 12)],
  ['a PNG with bytes after its end', async () => append(await plain().png().toBuffer(), Buffer.alloc(900))],
  ['a PNG with a wrong checksum of a text', async () => withTextChunk(await plain().png().toBuffer())],
  ['a WebP with bytes after its end', async () => append(await plain().webp().toBuffer(), 'trailing bytes')],
  ['a WebP without its padding byte', unpaddedWebp],
  ['a GIF without its trailer', async () => cutEnd(await plain().gif().toBuffer(), 1)],
])('accepts %s as a photo', async ([, build]) => {
  const { files } = await make(await build())
  near(await pixelAt(files['1080.webp'], 0.25, 0.25), RED, 40)
})

test('R15 rejects a JPEG that lost pixels', async () => {
  for (const progressive of [false, true]) {
    const whole = await detailed({ progressive })
    expect((await make(cutEnd(whole, 2))).facts).toMatchObject({ width: 320, height: 240 })
    for (const share of [0.6, 0.9])
      for (const cut of [cutAt(whole, share), append(cutAt(whole, share), '\r\n--boundary--')])
        await expect(make(cut)).rejects.toThrow('This photo couldn’t be read.')
  }
})
