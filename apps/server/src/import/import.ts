import type { Db, Tx } from '../db/open.ts'
import { importSpot, nearbySpots, withPlace } from '../modules/spots/index.ts'
import { knownRecords } from './import.queries.ts'
import { type Defaults, type Judged, judge } from './judge.ts'
import { honestName } from './names.ts'
import type { RawRecord } from './read.ts'

/** How many records came to what. */
export type ImportCounts = {
  read: number
  added: number
  known: number
  same: number
  refused: number
  doubted: number
}

export type ImportOptions = {
  db: Db
  records: AsyncIterable<RawRecord>
  defaults: Defaults
  /** Told one line for every record that was not simply added. */
  says: (line: string) => void
}

/** Records written in one transaction: a killed import goes on from there when it is run again. */
const BATCH = 200

type Good = Extract<Judged, { spot: unknown }> & { where: string }

const titleOf = ({ where, properties }: RawRecord): string => {
  const name = String(properties.name ?? properties.title ?? '').trim()
  return name ? `${where} "${name.slice(0, 60)}"` : where
}

/** Brings the records of a file into the map: once each, never what was deleted, never beside what is there already. */
export const importRecords = async ({
  db,
  records,
  defaults,
  says,
}: ImportOptions): Promise<ImportCounts> => {
  const counts: ImportCounts = { read: 0, added: 0, known: 0, same: 0, refused: 0, doubted: 0 }
  let batch: Good[] = []
  const write = async () => {
    const lines = await writeBatch(db, batch, counts)
    for (const line of lines) says(line)
    batch = []
  }
  for await (const record of records) {
    counts.read += 1
    const judged = judge(record, defaults)
    if ('refused' in judged) {
      counts.refused += 1
      says(`refused ${titleOf(record)}: ${judged.refused}`)
      continue
    }
    batch.push({ ...judged, where: titleOf(record) })
    if (batch.length >= BATCH) await write()
  }
  await write()
  return counts
}

const writeBatch = async (db: Db, batch: readonly Good[], counts: ImportCounts): Promise<string[]> => {
  if (batch.length === 0) return []
  // Outside the transaction: the gazetteer takes a moment when it is first asked.
  const named = await Promise.all(batch.map(nameIt))
  const done = { ...counts }
  const lines = await db.transaction().execute(async (tx) => {
    const written: string[] = []
    for (const [source, records] of Map.groupBy(named, (record) => record.source.name)) {
      const ids = records.map((record) => record.source.id)
      const known = await knownRecords(tx, source, ids)
      for (const record of records) written.push(...(await writeRecord(tx, record, known, done)))
    }
    return written
  })
  Object.assign(counts, done)
  return lines
}

const nameIt = async (record: Good): Promise<Good> => {
  const spot = await withPlace(record.spot)
  return { ...record, spot: record.unnamed ? { ...spot, name: honestName(spot.spot_types, spot) } : spot }
}

const writeRecord = async (
  tx: Tx,
  { spot, source, where, doubt }: Good,
  known: Map<string, { deleted: boolean }>,
  counts: ImportCounts,
): Promise<string[]> => {
  const before = known.get(source.id)
  if (before) {
    counts.known += 1
    return before.deleted ? [`known   ${where}: was deleted here and stays so`] : []
  }
  const [near] = await nearbySpots(tx, null, spot)
  if (near) {
    counts.same += 1
    return [`same    ${where}: likely "${near.spot.name}", ${Math.round(near.metres)} m away`]
  }
  if ((await importSpot(tx, spot, source)) === null) {
    counts.known += 1
    return [`known   ${where}: another record has the same id`]
  }
  counts.added += 1
  if (!doubt) return []
  counts.doubted += 1
  return [`check   ${where}: added, but ${doubt}`]
}
