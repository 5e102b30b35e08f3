import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The side length of every frame (a plain square), in pixels. */
const SIDE = 64

function fill(background: string) {
  return sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Makes an animated GIF or WebP with one plain frame per color. */
export async function makeAnimation(
  format: 'gif' | 'webp',
  colors: readonly string[],
  delay: number | number[] = 200,
): Promise<Buffer> {
  const frames = await Promise.all(colors.map(fill))
  const picture = frames.length > 1 ? sharp(frames, { join: { animated: true } }) : sharp(frames[0])
  return picture.toFormat(format, { delay }).toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** A frame of an animated PNG: a plain rectangle in an RGBA color. */
export type PngFrame = {
  color: readonly [number, number, number, number]
  left?: number
  top?: number
  width?: number
  height?: number
  dispose?: 0 | 1 | 2
  blend?: 0 | 1
  milliseconds?: number
}

/** Makes a 64x64-pixel animated PNG. */
export function makeAnimatedPng(frames: readonly PngFrame[]): Buffer {
  let sequence = 0
  const header = Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, 8, 6, 0, 0, 0])
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames.length)
  const chunks = frames.flatMap(({ color, ...frame }, index) => {
    const {
      left = 0,
      top = 0,
      width = SIDE,
      height = SIDE,
      dispose = 0,
      blend = 0,
      milliseconds = 200,
    } = frame
    const head = Buffer.alloc(26)
    for (const [at, value] of [sequence++, width, height, left, top].entries())
      head.writeUInt32BE(value, at * 4)
    head.writeUInt16BE(milliseconds, 20)
    head.writeUInt16BE(1000, 22)
    head.writeUInt8(dispose, 24)
    head.writeUInt8(blend, 25)
    const row = Buffer.concat([Buffer.from([0]), ...Array<Buffer>(width).fill(Buffer.from(color))])
    const pixels = deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)))
    if (index === 0) return [chunk('fcTL', head), chunk('IDAT', pixels)]
    const number = Buffer.alloc(4)
    number.writeUInt32BE(sequence++)
    return [chunk('fcTL', head), chunk('fdAT', Buffer.concat([number, pixels]))]
  })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('acTL', control),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ])
}
