import type { Tx } from '../db/open.ts'
import {
  identifyRecords,
  type RecordToUpdate,
  type RecordUpdate,
  rememberRecords,
  type Run,
  updateRecords,
} from '../modules/imports/index.ts'
import { chooseNames, importSpots, type Near, nearer, findNearestSpots } from '../modules/spots/index.ts'
import type { CompleteRecord } from './complete-record.ts'

/** Placeholder for a run that isn't stored. */
const PART: Run = { id: '00000000-0000-0000-0000-000000000000', dataset: '-', begun_at: '', isPart: true }

// A name generated from the type and town says nothing about the spot, so it isn't compared.
function comparable({ spot, unnamed }: CompleteRecord) {
  return { ...spot, name: unnamed ? '' : spot.name }
}

type Comparable = ReturnType<typeof comparable>

/** The outcome for a record. */
export type Outcome =
  | { as: 'added' }
  | { as: 'known'; why: string }
  | { as: 'again'; update: RecordUpdate | undefined }
  | { as: 'same'; near: Near }

const ANOTHER: Outcome = { as: 'known', why: 'another record has the same id' }
const DELETED: Outcome = { as: 'known', why: 'was deleted here and stays deleted' }

/** Updates records that were imported before. Returns all records, with their ids at the source. */
async function meetKnown(
  tx: Tx,
  run: Run,
  records: readonly CompleteRecord[],
  outcomes: Map<CompleteRecord, Outcome>,
): Promise<CompleteRecord[]> {
  const identities = await identifyRecords(tx, run, records)
  const dataset = run.isPart ? null : run.dataset
  const again: (RecordToUpdate & { named: CompleteRecord })[] = []
  const identified = identities.flatMap(({ id, known, isRepeated }, index) => {
    const record = records[index]
    if (!record) return []
    const named = { ...record, source: { ...record.source, id, dataset } }
    if (isRepeated) outcomes.set(named, ANOTHER)
    else if (known?.is_deleted) outcomes.set(named, DELETED)
    else if (known) again.push({ named, ...named, known })
    return [named]
  })
  const updates = await updateRecords(tx, run, again)
  for (const [index, { named }] of again.entries())
    outcomes.set(named, { as: 'again', update: updates[index] })
  return identified
}

/** Selects the new records, in order. Compares each with existing spots and with earlier records in the batch. */
function chooseNew(
  records: readonly CompleteRecord[],
  spots: readonly Comparable[],
  near: readonly (Near | null)[],
  outcomes: Map<CompleteRecord, Outcome>,
): CompleteRecord[] {
  const added: CompleteRecord[] = []
  const addedSpots: Comparable[] = []
  for (const [index, record] of records.entries()) {
    const spot = spots[index] ?? comparable(record)
    let nearest = near[index] ?? null
    for (const before of addedSpots) nearest = nearer(nearest, spot, before)
    outcomes.set(record, nearest ? { as: 'same', near: nearest } : { as: 'added' })
    if (nearest) continue
    added.push(record)
    addedSpots.push(spot)
  }
  return added
}

/**
 * Generates names from the surroundings for records without one, so that no two spots in a state have the same name.
 */
async function nameByGuess(tx: Tx, records: readonly CompleteRecord[]): Promise<CompleteRecord[]> {
  const unnamed = records.filter((record) => record.unnamed)
  const named = records.filter((record) => !record.unnamed).map(({ spot }) => spot)
  const wanted = unnamed.map(({ spot, guesses = [] }) => ({ ...spot, guesses }))
  const chosen = await chooseNames(tx, wanted, named)
  const names = new Map(
    unnamed.map((record, index) => [record, (chosen[index] ?? wanted[index]?.guesses.at(-1))?.name]),
  )
  return records.map((record) => {
    const name = names.get(record)
    return name === undefined ? record : { ...record, spot: { ...record.spot, name } }
  })
}

/**
 * Adds records that weren't imported before and aren't near an existing spot or an earlier record. Updates the spots of
 * records that were imported before. `stored` is null if the run itself isn't stored. Returns the outcome for each
 * record.
 */
export async function addNewRecords(
  tx: Tx,
  stored: Run | null,
  records: readonly CompleteRecord[],
): Promise<Outcome[]> {
  const run = stored ?? PART
  const outcomes = new Map<CompleteRecord, Outcome>()
  const identified = await meetKnown(tx, run, records, outcomes)
  // Compare these after the updates, because spots that were imported before may have moved.
  const others = identified.filter((record) => !outcomes.has(record))
  const spots = others.map(comparable)
  const near = await findNearestSpots(tx, spots)
  const chosen = chooseNew(others, spots, near, outcomes)
  const added = await nameByGuess(tx, chosen)
  const ids = await importSpots(tx, added)
  const made = added.flatMap((record, index) => {
    const spot_id = ids[index]
    // Another import added the same record in the meantime.
    const own = chosen[index]
    if (!spot_id && own) outcomes.set(own, ANOTHER)
    return spot_id ? [{ ...record, spot_id }] : []
  })
  await rememberRecords(tx, run, made)
  return identified.flatMap((record) => outcomes.get(record) ?? [])
}
