/** Whether a JPEG marker has no length field: TEM and the restart markers. */
function isBare(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= 0xd7)
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** A JPEG's structure: its scan count, up to one above the limit, and whether it has an end marker (EOI). */
export type JpegStructure = { scans: number; hasEnd: boolean }

/**
 * Walks a JPEG's markers and counts its scans. A decoder processes the whole image once per scan, so a small file with
 * many scans can take minutes.
 */
export function readJpegStructure(bytes: Buffer, limit: number): JpegStructure {
  let scans = 0
  let at = 2
  while (scans <= limit) {
    // A marker is a 0xff that isn't followed by a fill byte (0xff) or a stuffed zero.
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) break
    const code = bytes[at + 1] ?? 0
    if (code === 0xff) at += 1
    else if (code === 0x00 || code === START || isBare(code)) at += 2
    else if (code === END) return { scans, hasEnd: true }
    else {
      if (code === SCAN) scans += 1
      if (at + 4 > bytes.length) break
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  return { scans, hasEnd: false }
}

const END_MARK = Buffer.from([0xff, END])

/** Appends a JPEG's missing end marker. */
export function addEndMark(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, END_MARK])
}
