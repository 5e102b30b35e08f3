/** A box in an ISO base media file (MP4, MOV, HEIC): its four-letter type and the range of its content. */
export type Box = { type: string; start: number; end: number }

/** Maximum number of boxes per level. A file with more is treated as hostile. */
const MAX_BOXES = 20_000

/**
 * Yields the boxes between `start` and `end` in `bytes`, in order.
 * @throws RangeError if a box is larger than its parent
 */
export function* readBoxes(bytes: Buffer, start = 0, end = bytes.length): Generator<Box> {
  let at = start
  for (let count = 0; at < end; count += 1) {
    if (count >= MAX_BOXES) throw new RangeError('too many boxes')
    if (at + 8 > end) throw new RangeError('a box is cut off')
    let size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    let header = 8
    if (size === 1) {
      if (at + 16 > end) throw new RangeError('a box is cut off')
      size = Number(bytes.readBigUInt64BE(at + 8))
      header = 16
    } else if (size === 0) size = end - at
    if (size < header || at + size > end) throw new RangeError('a box is larger than its place')
    yield { type, start: at + header, end: at + size }
    at += size
  }
}

/** Returns the first box at a path such as `['meta', 'iprp']`, or null. Skips the four version bytes in `meta`. */
export function findBox(bytes: Buffer, path: readonly string[]): Box | null {
  let place: Box = { type: '', start: 0, end: bytes.length }
  for (const type of path) {
    const skip = place.type === 'meta' ? 4 : 0
    let found: Box | undefined
    for (const box of readBoxes(bytes, place.start + skip, place.end)) {
      if (box.type === type) {
        found = box
        break
      }
    }
    if (!found) return null
    place = found
  }
  return place
}
