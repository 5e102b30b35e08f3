import { crc32 } from 'node:zlib'
import sharp from 'sharp'

// Runs only in the image child process (picture-child.ts), because everything here handles untrusted bytes. sharp
// decodes only the first frame of an animated PNG. So each frame is converted to a separate PNG, and the decoded frames
// are combined here.

type Chunk = { type: string; data: Buffer }
type Frame = {
  width: number
  height: number
  left: number
  top: number
  milliseconds: number
  dispose: number
  blend: number
  data: Buffer[]
}

/** A decoded animation: each full frame's RGBA pixels and display time. */
export type Animation = { width: number; height: number; frames: { pixels: Buffer; milliseconds: number }[] }

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const CHANNELS = 4
const DISPOSE = { background: 1, previous: 2 } as const
const BLEND_OVER = 1

function* readChunks(bytes: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

function readFrameControl(data: Buffer): Frame {
  const divisor = data.readUInt16BE(22) || 100
  return {
    width: data.readUInt32BE(4),
    height: data.readUInt32BE(8),
    left: data.readUInt32BE(12),
    top: data.readUInt32BE(16),
    milliseconds: Math.round((data.readUInt16BE(20) * 1000) / divisor),
    dispose: data.readUInt8(24),
    blend: data.readUInt8(25),
    data: [],
  }
}

type Parsed = { header: Buffer; shared: Chunk[]; frames: Frame[] }

// Chunks between the header and the pixels (palette, transparency, colors) apply to every frame.
function parseAnimation(bytes: Buffer): Parsed {
  const shared: Chunk[] = []
  const frames: Frame[] = []
  let header = Buffer.alloc(0) as Buffer
  let hasPixels = false
  for (const { type, data } of readChunks(bytes)) {
    if (type === 'IHDR') header = data
    else if (type === 'fcTL') frames.push(readFrameControl(data))
    else if (type === 'IDAT') {
      hasPixels = true
      // Without a preceding frame control chunk, this image isn't part of the animation.
      frames.at(-1)?.data.push(data)
    } else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(4))
    else if (type !== 'acTL' && type !== 'IEND' && !hasPixels) shared.push({ type, data })
  }
  return { header, shared, frames: frames.filter(({ data }) => data.length > 0) }
}

function writeFrame({ header, shared }: Parsed, { width, height, data }: Frame): Buffer {
  const own = Buffer.from(header)
  own.writeUInt32BE(width, 0)
  own.writeUInt32BE(height, 4)
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', own),
    ...shared.map((chunk) => writeChunk(chunk.type, chunk.data)),
    writeChunk('IDAT', Buffer.concat(data)),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Draws a frame on the canvas row by row. Blends with the existing pixels or replaces them. */
function drawFrame(canvas: Buffer, width: number, frame: Frame, pixels: Buffer): void {
  for (let y = 0; y < frame.height; y += 1) {
    const target = ((frame.top + y) * width + frame.left) * CHANNELS
    const source = y * frame.width * CHANNELS
    if (frame.blend !== BLEND_OVER) {
      pixels.copy(canvas, target, source, source + frame.width * CHANNELS)
      continue
    }
    for (let at = 0; at < frame.width * CHANNELS; at += CHANNELS)
      blendPixel(canvas, target + at, pixels, source + at)
  }
}

function blendPixel(canvas: Buffer, target: number, pixels: Buffer, source: number): void {
  const alpha = pixels[source + 3] ?? 0
  if (alpha === 0) return
  if (alpha === 255) {
    pixels.copy(canvas, target, source, source + CHANNELS)
    return
  }
  const below = ((canvas[target + 3] ?? 0) * (255 - alpha)) / 255
  const sum = alpha + below
  for (let channel = 0; channel < 3; channel += 1)
    canvas[target + channel] = Math.round(
      ((pixels[source + channel] ?? 0) * alpha + (canvas[target + channel] ?? 0) * below) / sum,
    )
  canvas[target + 3] = Math.round(sum)
}

function clearFrame(canvas: Buffer, width: number, { left, top, ...frame }: Frame): void {
  for (let y = 0; y < frame.height; y += 1) {
    const start = ((top + y) * width + left) * CHANNELS
    canvas.fill(0, start, start + frame.width * CHANNELS)
  }
}

/**
 * Decodes an animated PNG frame by frame on a single canvas.
 * @param check called with the size and frame count before any decoding; throws to reject the file
 */
export async function decodeAnimatedPng(
  bytes: Buffer,
  check: (size: { width: number; height: number; frames: number }) => void,
): Promise<Animation> {
  const parsed = parseAnimation(bytes)
  const [width, height] = [parsed.header.readUInt32BE(0), parsed.header.readUInt32BE(4)]
  check({ width, height, frames: parsed.frames.length })
  const canvas = Buffer.alloc(width * height * CHANNELS)
  const frames: Animation['frames'] = []
  for (const frame of parsed.frames) {
    if (frame.width + frame.left > width || frame.height + frame.top > height)
      throw new RangeError('a frame is larger than its picture')
    const before = frame.dispose === DISPOSE.previous ? Buffer.from(canvas) : null
    const pixels = await sharp(writeFrame(parsed, frame), { failOn: 'error' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer()
    drawFrame(canvas, width, frame, pixels)
    frames.push({ pixels: Buffer.from(canvas), milliseconds: frame.milliseconds })
    before?.copy(canvas)
    if (frame.dispose === DISPOSE.background) clearFrame(canvas, width, frame)
  }
  return { width, height, frames }
}
