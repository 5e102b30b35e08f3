import type { Db } from '../db/open.ts'
import { importSpots, type Near, nearer, nearestSpots, withAddress } from '../modules/spots/index.ts'
import { knownRecords, recordKey } from './import.queries.ts'
import { type Defaults, type ValidatedRecord, validateRecord } from './validate-record.ts'
import { fallbackName } from './names.ts'
import type { RawRecord } from './read.ts'

/** Counts of outcomes. */
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
  /** Called with a line for every record that was not added, or was changed. */
  print: (line: string) => void
}

/** Records written in one transaction. After a crash, running the import again continues from there. */
const BATCH = 1_000

type Good = Extract<ValidatedRecord, { spot: unknown }> & { where: string }

const titleOf = ({ where, properties }: RawRecord): string => {
  const name = String(properties.name ?? properties.title ?? '').trim()
  return name ? `${where} "${name.slice(0, 60)}"` : where
}

/** Adds the records of a file to the map: each once, never a deleted one, never one beside an existing spot. */
export const importRecords = async ({
  db,
  records,
  defaults,
  print,
}: ImportOptions): Promise<ImportCounts> => {
  const counts: ImportCounts = { read: 0, added: 0, known: 0, same: 0, refused: 0, doubted: 0 }
  let batch: Good[] = []
  const write = async () => {
    const lines = await writeBatch(db, batch, counts)
    for (const line of lines) print(line)
    batch = []
  }
  for await (const record of records) {
    counts.read += 1
    const validated = validateRecord(record, defaults)
    if ('refused' in validated) {
      counts.refused += 1
      print(`refused ${titleOf(record)}: ${validated.refused}`)
      continue
    }
    batch.push({ ...validated, where: titleOf(record) })
    if (batch.length >= BATCH) await write()
  }
  await write()
  return counts
}

const writeBatch = async (db: Db, batch: readonly Good[], counts: ImportCounts): Promise<string[]> => {
  if (batch.length === 0) return []
  // Before the transaction, because the first use of the gazetteer reads its file.
  const records = await Promise.all(batch.map(nameIt))
  const done = { ...counts }
  const lines = await db.transaction().execute(async (tx) => {
    const known = await knownRecords(tx, records)
    const near = await nearestSpots(tx, records.map(comparable))
    const outcomes = outcomesOf(records, known, near)
    const added = records.filter((_, index) => outcomes[index]?.as === 'added')
    const made = new Map((await importSpots(tx, added)).map((id, index) => [added[index], id]))
    return records.flatMap((record, index) => {
      const outcome = outcomes[index]
      // Another import added it meanwhile.
      return outcome ? lineOf(record, made.get(record) === null ? ANOTHER : outcome, done) : []
    })
  })
  Object.assign(counts, done)
  return lines
}

// A name that was made up from the kind and the town says nothing.
const comparable = ({ spot, unnamed }: Good) => ({ ...spot, name: unnamed ? '' : spot.name })

/** What happens with a record. */
type Outcome = { as: 'added' } | { as: 'known'; why: string | null } | { as: 'same'; near: Near }

const ANOTHER: Outcome = { as: 'known', why: 'another record has the same id' }
const DELETED: Outcome = { as: 'known', why: 'was deleted here and stays so' }

/** The outcomes of records, in order: a record is compared with existing spots and with the records before it. */
const outcomesOf = (
  records: readonly Good[],
  known: Map<string, { deleted: boolean }>,
  near: readonly (Near | null)[],
): Outcome[] => {
  const added: Good[] = []
  const ids = new Set<string>()
  return records.map((record, index): Outcome => {
    const id = recordKey(record.source)
    const before = known.get(id)
    if (before) return before.deleted ? DELETED : { as: 'known', why: null }
    let nearest = near[index] ?? null
    for (const before of added) nearest = nearer(nearest, comparable(record), comparable(before))
    if (nearest) return { as: 'same', near: nearest }
    if (ids.has(id)) return ANOTHER
    added.push(record)
    ids.add(id)
    return { as: 'added' }
  })
}

const lineOf = ({ where, doubt }: Good, outcome: Outcome, counts: ImportCounts): string[] => {
  counts[outcome.as] += 1
  if (outcome.as === 'known') return outcome.why ? [`known   ${where}: ${outcome.why}`] : []
  if (outcome.as === 'same') {
    const { name, metres } = outcome.near
    return [`same    ${where}: likely "${name}", ${Math.round(metres)} m away`]
  }
  if (!doubt) return []
  counts.doubted += 1
  return [`check   ${where}: added, but ${doubt}`]
}

const nameIt = async (record: Good): Promise<Good> => {
  const spot = await withAddress(record.spot)
  return { ...record, spot: record.unnamed ? { ...spot, name: fallbackName(spot.spot_types, spot) } : spot }
}
