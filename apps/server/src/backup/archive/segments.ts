/** A position in the write-ahead log. */
export type Lsn = bigint

/** Parses a position in PostgreSQL's format: `16/B374D848`. */
export function parseLsn(text: string): Lsn {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Formats a position in PostgreSQL's format. */
export function formatLsn(lsn: Lsn): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`
}

function hex8(value: bigint) {
  return value.toString(16).toUpperCase().padStart(8, '0')
}

/** How a timeline's WAL is divided into files. */
export class Segments {
  readonly timeline: number
  readonly bytes: number

  constructor(timeline: number, bytes: number) {
    this.timeline = timeline
    this.bytes = bytes
  }

  /** Returns the number of the segment that contains a position. */
  at(lsn: Lsn): bigint {
    return lsn / BigInt(this.bytes)
  }

  /** Returns a segment's start position. */
  start(segment: bigint): Lsn {
    return segment * BigInt(this.bytes)
  }

  /** Returns a segment's file name. */
  name(segment: bigint): string {
    const perFile = 0x1_0000_0000n / BigInt(this.bytes)
    return `${hex8(BigInt(this.timeline))}${hex8(segment / perFile)}${hex8(segment % perFile)}`
  }

  /** Returns the number of the segment with this file name. */
  number(name: string): bigint {
    const perFile = 0x1_0000_0000n / BigInt(this.bytes)
    return BigInt(`0x${name.slice(8, 16)}`) * perFile + BigInt(`0x${name.slice(16, 24)}`)
  }
}

/** Reads the position from a segment file's first page; recycled files still have an older position. */
export function pagePosition(content: Buffer): Lsn {
  return content.readBigUInt64LE(8)
}
