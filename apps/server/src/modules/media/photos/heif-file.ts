import { findBox, readBoxes } from '../formats/mp4-boxes.ts'

// Runs only in the image child process (picture-child.ts), because everything here handles untrusted bytes.

const HIDDEN = 1

/** Returns the id of a HEIF file's main image, or null. Bursts and files with a thumbnail contain other images. */
function readPrimaryId(bytes: Buffer): number | null {
  const box = findBox(bytes, ['meta', 'pitm'])
  if (!box || box.end - box.start < 6) return null
  return bytes[box.start] === 0 ? bytes.readUInt16BE(box.start + 4) : bytes.readUInt32BE(box.start + 4)
}

/** Lists a HEIF file's items: each one's id, and the index of the byte with its flags. */
function listItems(bytes: Buffer): { id: number; flags: number }[] {
  const list = findBox(bytes, ['meta', 'iinf'])
  if (!list) return []
  const first = list.start + (bytes[list.start] === 0 ? 6 : 8)
  return [...readBoxes(bytes, first, list.end)]
    .filter(({ type, start, end }) => type === 'infe' && (bytes[start] ?? 0) >= 2 && end - start >= 8)
    .map(({ start }) => ({
      id: bytes[start] === 2 ? bytes.readUInt16BE(start + 4) : bytes.readUInt32BE(start + 4),
      flags: start + 3,
    }))
}

/** Marks every image except the main one as hidden, in place, because the decoder returns the first visible one. */
export function showOnlyPrimary(bytes: Buffer): void {
  const primary = readPrimaryId(bytes)
  const items = listItems(bytes)
  if (!items.some(({ id }) => id === primary)) return
  for (const { id, flags } of items) {
    const others = (bytes[flags] ?? 0) & ~HIDDEN
    bytes[flags] = id === primary ? others : others | HIDDEN
  }
}

const BRAND = 8

/**
 * Names a HEIF file's format in its header, in place. Decoders check that name and know only some of the many for
 * sequences and multi-layer images, although they can read the still image in those files.
 */
export function nameFormat(bytes: Buffer, format: 'avif' | 'heic'): void {
  bytes.write(format, BRAND, 'latin1')
}

/** Returns a HEIC file's color profile, or null. Most phones write Display P3. */
export function readHeicProfile(bytes: Buffer): Buffer | null {
  const properties = findBox(bytes, ['meta', 'iprp', 'ipco'])
  if (!properties) return null
  for (const box of readBoxes(bytes, properties.start, properties.end)) {
    if (box.type !== 'colr') continue
    const kind = bytes.toString('latin1', box.start, box.start + 4)
    if (kind === 'prof' || kind === 'rICC') return bytes.subarray(box.start + 4, box.end)
  }
  return null
}
