import { StartRefused } from '../platform/start-refused.ts'
import { readPosition } from './read-position.ts'
import { sayHowToConvert } from './readers/coordinate-system.ts'
import type { RawRecord } from './readers/raw-record.ts'

/** Maximum number of records to read before refusing a file with a different coordinate system. */
const QUEUED_MAX = 1_000

function isOther({ system, far }: RawRecord): boolean {
  return system !== undefined || (far ?? null) !== null
}

function refuseFile(file: string, { system, far }: RawRecord): StartRefused {
  const [x = 0, y = 0] = far ?? []
  return system
    ? new StartRefused(sayHowToConvert(file, `its coordinates are ${system}`, system))
    : new StartRefused(
        `${sayHowToConvert(file, `its coordinates, like ${x}, ${y}, are not degrees`)} -s_srs EPSG:CODE\nwith the code of the file's coordinate system.`,
      )
}

/**
 * Fills in the records' positions. If all records use a different coordinate system, refuses the file before yielding
 * any. If only some do, those records are rejected individually.
 * @throws StartRefused for such a file
 */
export async function* locateRecords(
  records: AsyncIterable<RawRecord>,
  file: string,
): AsyncGenerator<RawRecord> {
  let queued: RawRecord[] | null = []
  let other: RawRecord | null = null
  for await (const raw of records) {
    const record = await readPosition(raw)
    if (!queued) {
      yield record
      continue
    }
    queued.push(record)
    if (isOther(record)) other ??= record
    if (record.at || (queued.length >= QUEUED_MAX && !other)) {
      yield* queued
      queued = null
    } else if (queued.length >= QUEUED_MAX && other) throw refuseFile(file, other)
  }
  if (queued && other) throw refuseFile(file, other)
  if (queued) yield* queued
}
