/** Codes of a JPEG's markers that stand alone, without a length: TEM and the restarts. */
const isBare = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7)
const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/**
 * How many scans a JPEG holds. A decoder goes over the whole picture once for each, however little it says, so a small
 * file of many scans is work for minutes. Stops to count above `most`.
 */
export const countScans = (bytes: Buffer, limit: number): number => {
  let scans = 0
  let at = 2
  while (scans <= limit) {
    // Between markers lies what a scan says, or nothing: the next one is where a 0xff is not followed by a filling byte.
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return scans
    const code = bytes[at + 1] ?? 0
    if (code === 0xff) at += 1
    else if (code === 0x00 || code === START || isBare(code)) at += 2
    else if (code === END) return scans
    else {
      if (code === SCAN) scans += 1
      if (at + 4 > bytes.length) return scans
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  return scans
}
