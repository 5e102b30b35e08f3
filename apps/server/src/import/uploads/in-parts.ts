import type { RawRecord } from '../read-records.ts'

/** Number of records per part, which is stored in one transaction. */
export const PART_RECORDS = 1_000

/** Groups records into parts of {@link PART_RECORDS}. */
export async function* inParts(records: AsyncIterable<RawRecord>): AsyncGenerator<RawRecord[]> {
  let part: RawRecord[] = []
  for await (const record of records) {
    part.push(record)
    if (part.length < PART_RECORDS) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
