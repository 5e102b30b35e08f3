/** A record in a file: its line or number, its properties, and its position. */
export type RawRecord = {
  /** The record's place in the file, for messages: `feature 3`, `line 12`. */
  where: string
  properties: Record<string, unknown>
  at: { latitude: number; longitude: number } | null
  /** Why the record can't be read. The records after it are still read. */
  unreadable?: string
  /** Set for a single line or track, which isn't a place. */
  isLine?: true
  /** A problem with the position that a person should check. */
  doubt?: string
  /** The record's coordinate system, such as `EPSG:25831`. Absent for WGS 84 longitude and latitude. */
  system?: string
  /** Numbers that aren't degrees, such as meters in a map projection. */
  far?: readonly [number, number] | null
}

/** Receives the reason why a file has no records, such as `no waypoints; it has 1 route`. */
export type SayNothing = (why: string) => void

/** Formats a number with its noun: `1 route`, `2 routes`. */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Creates a record that can't be read. */
export function unreadable(where: string, why: string): RawRecord {
  return {
    where,
    properties: {},
    at: null,
    unreadable: why,
  }
}
