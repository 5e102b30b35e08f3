/** A position in the write-ahead log. */
export type Lsn = bigint

/** Reads a position as PostgreSQL writes it: `16/B374D848`. */
export const lsnOf = (text: string): Lsn => {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Writes a position as PostgreSQL reads it. */
export const lsnText = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`

const hex8 = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')

/** How the write-ahead log of one timeline is cut into files. */
export class Segments {
  readonly timeline: number
  readonly bytes: number

  constructor(timeline: number, bytes: number) {
    this.timeline = timeline
    this.bytes = bytes
  }

  /** The number of the segment with a position. */
  at(lsn: Lsn): bigint {
    return lsn / BigInt(this.bytes)
  }

  /** The position at which a segment begins. */
  start(segment: bigint): Lsn {
    return segment * BigInt(this.bytes)
  }

  /** The file name of a segment. */
  name(segment: bigint): string {
    const perFile = 0x1_0000_0000n / BigInt(this.bytes)
    return `${hex8(BigInt(this.timeline))}${hex8(segment / perFile)}${hex8(segment % perFile)}`
  }

  /** The number of the segment with a file name. */
  number(name: string): bigint {
    const perFile = 0x1_0000_0000n / BigInt(this.bytes)
    return BigInt(`0x${name.slice(8, 16)}`) * perFile + BigInt(`0x${name.slice(16, 24)}`)
  }
}

/** The position that the first page of a segment file says it has; files to be used again have an older one. */
export const pagePosition = (content: Buffer): Lsn => content.readBigUInt64LE(8)
