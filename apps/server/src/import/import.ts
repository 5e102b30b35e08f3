import type { RefusalKind } from '@nollie/contract'
import { inTransaction } from '../db/in-transaction.ts'
import type { Db } from '../db/open.ts'
import {
  endRun,
  insertRun,
  markMissing,
  type RecordUpdate,
  type Run,
  type RunCounts,
  saveProgress,
} from '../modules/imports/index.ts'
import { addNewRecords, type Outcome } from './add-new-records.ts'
import { type CompleteRecord, completeRecord } from './complete-record.ts'
import type { RawRecord } from './read-records.ts'
import { addGuesses } from './names/add-guesses.ts'
import { toShownLine } from './shown-line.ts'
import { type Defaults, validateRecord } from './validate-record.ts'

/** Number of records per outcome. */
export type ImportCounts = RunCounts & {
  /** Records that were added, but need to be checked by a person. */
  doubted: number
  /** Records missing from the file but not marked as missing, because there are too many. */
  notMarked: number
  /** Records whose ids belonged to distant places with other names. */
  others: number
  /** Whether every record was either usable or clearly not a spot. If not, no records are marked as missing. */
  isWhole: boolean
  /** Lines and tracks, which aren't places. */
  lines: number
}

export type ImportOptions = {
  db: Db
  records: AsyncIterable<RawRecord> | Iterable<RawRecord>
  defaults: Defaults
  /** Set if the file is the complete dataset, so that records not in it can be marked as missing. */
  whole?: { dataset: string; file: string; file_hash: string; marksMany?: boolean }
  /** Called with a line for every record that was changed or not added. */
  print: (line: string) => void
  /** Called for every refused record. */
  onRefused?: (refused: Refused) => void
  /** Called for every valid record, before it's compared with spots. */
  onAccepted?: (record: RawRecord) => void
}

/** A refused record, and the reason as an English sentence. */
export type Refused = { kind: RefusalKind; why: string; record: RawRecord }

/** Creates counts for a run that hasn't read anything. */
export function startCounts(stored?: RunCounts): ImportCounts {
  return {
    read: 0,
    added: 0,
    known: 0,
    updated: 0,
    same: 0,
    refused: 0,
    conflicts: 0,
    missing: 0,
    returned: 0,
    ...stored,
    doubted: 0,
    notMarked: 0,
    others: 0,
    isWhole: true,
    lines: 0,
  }
}

/** Number of records written per transaction. After a crash, running the import again continues from there. */
const BATCH = 1_000

function formatTitle({ where, properties }: RawRecord): string {
  const name = String(properties.name ?? '').trim()
  return name ? `${where} "${name.slice(0, 60)}"` : where
}

/**
 * Imports each of a file's records once. Skips records that were deleted here and records near an existing spot.
 * Records that were imported before are compared with their previous values and with people's changes.
 */
export async function importRecords(given: ImportOptions): Promise<ImportCounts> {
  const options = { ...given, print: (line: string) => given.print(toShownLine(line)) }
  const { db, whole } = options
  const counts = startCounts()
  if (!whole) {
    await readAll(options, null, counts)
    return counts
  }
  const { dataset, file, file_hash } = whole
  const run = await insertRun(db, { dataset, file, file_hash })
  try {
    const isAllRead = await readAll(options, run, counts)
    // If most ids belong to other places, the file is a different dataset.
    const isWhole = isAllRead && counts.others * 2 <= counts.known
    counts.isWhole = isWhole
    if (isWhole) await mark(options, run, counts)
    await endRun(db, run, isWhole ? 'complete' : 'partial', counts)
    return counts
  } catch (error) {
    // Report the original error, even if the database fails here.
    if (!db.isTransaction) await endRun(db, run, 'failed', counts).catch(() => {})
    throw error
  }
}

/**
 * Reads and writes all records. Returns whether all of them were understood, so that records not in the file can count
 * as missing.
 */
export async function readAll(
  { db, records, defaults, print, onRefused, onAccepted }: ImportOptions,
  run: Run | null,
  counts: ImportCounts,
): Promise<boolean> {
  let isWhole = true
  let batch: CompleteRecord[] = []
  const write = async () => {
    // Before the transaction, because it reads a lot.
    const lines = await writeBatch(db, run, await addGuesses(db, batch), counts)
    for (const line of lines) print(line)
    batch = []
  }
  for await (const record of records) {
    if (record.isLine) {
      counts.lines += 1
      continue
    }
    counts.read += 1
    const validated = validateRecord(record, defaults)
    if ('refused' in validated) {
      counts.refused += 1
      onRefused?.({ kind: validated.kind ?? 'invalid', why: validated.refused, record })
      isWhole &&= validated.isNoSpot === true
      print(`refused ${formatTitle(record)}: ${validated.refused}`)
      continue
    }
    onAccepted?.(record)
    // Do this before the transaction, because the gazetteer's first use reads its file.
    batch.push(await completeRecord(validated, formatTitle(record)))
    if (batch.length >= BATCH) await write()
  }
  await write()
  const { lines } = counts
  if (lines > 0) print(`${lines} ${lines === 1 ? 'line' : 'lines'} skipped: lines and tracks are not spots`)
  return isWhole
}

async function mark({ db, whole, print }: ImportOptions, run: Run, counts: ImportCounts): Promise<void> {
  const { marked, notMarked } = await markMissing(db, run, {
    // An empty file isn't evidence that records are missing, even if the operator allows marking many.
    many: (whole?.marksMany ?? false) && counts.read > 0,
    onMarked: ({ source_id, name }) =>
      print(`missing ${source_id} "${name}": no longer in the file, now unconfirmed`),
  })
  counts.missing = marked
  counts.notMarked = notMarked
}

async function writeBatch(
  db: Db,
  run: Run | null,
  records: readonly CompleteRecord[],
  counts: ImportCounts,
): Promise<string[]> {
  if (records.length === 0) return []
  const done = { ...counts }
  const lines = await inTransaction(db, async (tx) => {
    const written = await addNewRecords(tx, run, records)
    const texts = records.flatMap((record, index) => {
      const outcome = written[index]
      return outcome ? formatLine(record, outcome, done) : []
    })
    if (run) await saveProgress(tx, run, done, records[0]?.source.name ?? null)
    return texts
  })
  Object.assign(counts, done)
  return lines
}

const OTHER_PLACE =
  'its id belongs to a place with another name more than 1 km away; nothing changes until someone decides'

function linesOfUpdate(where: string, update: RecordUpdate | undefined, counts: ImportCounts): string[] {
  const { updated = [], conflicts = [], isBack = false, isOther = false } = update ?? {}
  if (updated.length > 0) counts.updated += 1
  if (isBack) counts.returned += 1
  if (isOther) counts.others += 1
  counts.conflicts += conflicts.length
  return [
    ...(isBack ? [`back    ${where}: in the file again`] : []),
    ...(updated.length > 0 ? [`updated ${where}: ${updated.join(', ')}`] : []),
    ...(isOther ? [`conflict ${where}: ${OTHER_PLACE}`] : []),
    ...(conflicts.length > 0 && !isOther
      ? [
          `conflict ${where}: ${conflicts.join(', ')} also changed here; our version stays until someone decides`,
        ]
      : []),
  ]
}

function formatLine({ where, doubt }: CompleteRecord, outcome: Outcome, counts: ImportCounts): string[] {
  if (outcome.as === 'again') {
    counts.known += 1
    return linesOfUpdate(where, outcome.update, counts)
  }
  counts[outcome.as] += 1
  if (outcome.as === 'known') return [`known   ${where}: ${outcome.why}`]
  if (outcome.as === 'same') {
    const { name, metres } = outcome.near
    return [`same    ${where}: likely "${name}", ${Math.round(metres)} m away`]
  }
  if (!doubt) return []
  counts.doubted += 1
  return [`check   ${where}: added, but ${doubt}`]
}
