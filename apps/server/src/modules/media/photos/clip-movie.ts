/** A frame as a JPEG, with its display time. */
export type MovieFrame = { jpeg: Buffer; milliseconds: number }

const TICKS_PER_SECOND = 1000
/**
 * Maximum error in the duration, in milliseconds. The last frame is written three times, because some encoders give the
 * last frame the previous one's duration.
 */
const LAST_MS = 20

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2)
  return bytes
}

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function box(type: string, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([uint32(length), Buffer.from(type, 'latin1'), ...content])
}

/** Builds a box with a version and flags. */
function fullBox(type: string, flags: number, ...content: Buffer[]): Buffer {
  return box(type, uint32(flags), ...content)
}

const MATRIX = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function buildSampleTable(
  samples: readonly MovieFrame[],
  size: { width: number; height: number },
  start: number,
) {
  const entry = box(
    'jpeg',
    uint32(0),
    uint16(0, 1),
    uint32(0, 0, 0, 512),
    uint16(size.width, size.height),
    uint32(0x480000, 0x480000, 0),
    uint16(1),
    Buffer.alloc(32),
    uint16(24, 0xffff),
  )
  const offsets: number[] = []
  let at = start
  for (const { jpeg } of samples) {
    offsets.push(at)
    at += jpeg.length
  }
  const count = samples.length
  return box(
    'stbl',
    fullBox('stsd', 0, uint32(1), entry),
    fullBox('stts', 0, uint32(count), ...samples.map(({ milliseconds }) => uint32(1, milliseconds))),
    fullBox('stsc', 0, uint32(1, 1, 1, 1)),
    fullBox('stsz', 0, uint32(0, count, ...samples.map(({ jpeg }) => jpeg.length))),
    fullBox('stco', 0, uint32(count, ...offsets)),
  )
}

function splitLast(frames: readonly MovieFrame[]): MovieFrame[] {
  const last = frames.at(-1)
  if (!last || last.milliseconds <= 2 * LAST_MS) return [...frames]
  const short = { jpeg: last.jpeg, milliseconds: LAST_MS }
  return [...frames.slice(0, -1), { ...last, milliseconds: last.milliseconds - 2 * LAST_MS }, short, short]
}

/** Writes same-size frames as a QuickTime movie of JPEGs, each with its own duration. */
export function writeMovie(frames: readonly MovieFrame[], size: { width: number; height: number }): Buffer {
  const samples = splitLast(frames)
  const duration = samples.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const type = box('ftyp', Buffer.from('qt  ', 'latin1'), uint32(512), Buffer.from('qt  ', 'latin1'))
  const media = box('mdat', ...samples.map(({ jpeg }) => jpeg))
  const table = buildSampleTable(samples, size, type.length + 8)
  const handler = fullBox('hdlr', 0, Buffer.from('mhlrvide', 'latin1'), uint32(0, 0, 0), Buffer.from([0]))
  // The flag means that the samples are in this file.
  const reference = box('dinf', fullBox('dref', 0, uint32(1), fullBox('url ', 1)))
  const information = box('minf', fullBox('vmhd', 1, uint16(0, 0, 0, 0)), reference, table)
  const track = box(
    'trak',
    fullBox(
      'tkhd',
      3,
      uint32(0, 0, 1, 0, duration, 0, 0, 0, 0),
      MATRIX,
      uint32(size.width * 0x10000, size.height * 0x10000),
    ),
    box(
      'mdia',
      fullBox('mdhd', 0, uint32(0, 0, TICKS_PER_SECOND, duration), uint16(0, 0)),
      handler,
      information,
    ),
  )
  const header = fullBox(
    'mvhd',
    0,
    uint32(0, 0, TICKS_PER_SECOND, duration, 0x10000),
    uint16(0x100, 0),
    uint32(0, 0),
    MATRIX,
    uint32(0, 0, 0, 0, 0, 0, 2),
  )
  return Buffer.concat([type, media, box('moov', header, track)])
}
