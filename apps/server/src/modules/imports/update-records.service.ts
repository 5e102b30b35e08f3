import { FACT_NAMES, type Place, type SpotEdit } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import type { SpotContent } from '../../db/tables/imports.ts'
import { writeSourceFacts } from '../facts/index.ts'
import {
  changeImportedSpot,
  clearSourceMissing,
  metresBetween,
  type Guess,
  MOVED_METRES,
  renewAttribution,
  type SourceRecord,
} from '../spots/index.ts'
import { compareFields, isSame, type Verdict } from './compare-fields.ts'
import { endConflicts, saveConflict } from './conflicts.queries.ts'
import { improveNames } from './guessed-names.service.ts'
import { isOtherPlace } from './identify-records.service.ts'
import { type HereRow, type KnownRecord, lockSpots, saveRecords } from './records.queries.ts'
import type { Run } from './runs.queries.ts'

/** A source's record as read by a run. */
export type IncomingRecord = {
  source: SourceRecord
  content: SpotContent
  /** Names to choose from if the record has none, best first. */
  guesses?: readonly Guess[]
  /** The place names at the record's position, used if its spot moves there. */
  place: Place
}

/** An incoming record that has been imported before. */
export type RecordToUpdate = IncomingRecord & { known: KnownRecord }

/** What happened to an existing record, for the report. Fields are listed by name. */
export type RecordUpdate = {
  updated: string[]
  conflicts: string[]
  isBack: boolean
  /** Whether its id now belongs to a different place, so that all its values are conflicts. */
  isOther: boolean
}

function isFact(field: string): boolean {
  return (FACT_NAMES as readonly string[]).includes(field)
}

function part(content: SpotContent, takes: (field: string) => boolean): SpotContent {
  return Object.fromEntries(Object.entries(content).filter(([field]) => takes(field)))
}

type Position = { latitude: number; longitude: number }

/** Converts a source's changes to a spot edit. */
export function toEdit({ position, ...fields }: SpotContent): SpotEdit {
  return position ? { ...fields, ...position } : fields
}

/** Reconstructs a source's previous values for a spot imported before we stored them: its values before any edit. */
function contentAtFirst({ here, first }: HereRow, now: SpotContent): SpotContent {
  const { latitude, longitude, ...fields } = first
  const at = here.position as Position
  const position = { latitude: latitude ?? at.latitude, longitude: longitude ?? at.longitude }
  const then: SpotContent = { ...here, ...fields, position }
  return part(then, (field) => field in now && !isFact(field))
}

// Text that moderators have hidden is compared again once it's visible.
function withoutHidden(content: SpotContent, before: SpotContent): SpotContent {
  const { name, description } = before
  return { ...content, name, description: description ?? null }
}

/**
 * Compares a record with its spot. A name that we guessed never conflicts with the source's, and a record without a name
 * never renames its spot.
 */
function compareNamed(
  { guesses }: RecordToUpdate,
  { before, now, row }: { before: SpotContent; now: SpotContent; row: HereRow },
): Verdict {
  const here = row.name_is_guess ? { ...row.here, name: before.name } : row.here
  const verdict = compareFields(before, now, here)
  if (!guesses) return verdict
  const isNamed = (field: string) => field !== 'name'
  return { ...verdict, applies: part(verdict.applies, isNamed), conflicts: part(verdict.conflicts, isNamed) }
}

/** Turns all of a source's changes into conflicts for moderators. */
function withoutChanges({ applies, conflicts, settled }: Verdict): Verdict {
  return {
    applies: {},
    conflicts: { ...conflicts, ...applies },
    settled,
  }
}

async function write(
  tx: Tx,
  { source, known: { spot_id }, place }: RecordToUpdate,
  { applies, conflicts, settled }: Verdict,
  here: SpotContent,
): Promise<void> {
  const of = { spot_id, source: source.name }
  const edit = part(applies, (field) => !isFact(field))
  if (Object.keys(edit).length > 0) {
    const to = applies.position as Position | undefined
    const isFar = to !== undefined && metresBetween(here.position as Position, to) > MOVED_METRES
    await changeImportedSpot(tx, spot_id, {
      edit: toEdit(edit),
      found: isFar ? place : null,
      by: { user_id: null, source: source.name },
    })
  }
  for (const [field, theirs] of Object.entries(part(conflicts, (name) => !isFact(name))))
    await saveConflict(tx, of, field, theirs)
  await endConflicts(tx, of, [...Object.keys(edit), ...settled])
  await writeSourceFacts(tx, {
    ...of,
    applies: part(applies, isFact),
    suggests: part(conflicts, isFact),
    settled: settled.filter(isFact),
  })
}

type Updated = { record: RecordToUpdate; row: HereRow; stored: SpotContent; update: RecordUpdate }

async function updateSpot(tx: Tx, record: RecordToUpdate, row: HereRow): Promise<Updated> {
  const before = record.known.content ?? contentAtFirst(row, record.content)
  const now = row.is_hidden ? withoutHidden(record.content, before) : record.content
  const isOther = isOtherPlace(before, now)
  const compared = compareNamed(record, { before, now, row })
  const verdict = isOther ? withoutChanges(compared) : compared
  await write(tx, record, verdict, row.here)
  Object.assign(row.here, verdict.applies)
  const updated = Object.keys(verdict.applies).toSorted()
  const conflicts = Object.keys(verdict.conflicts).toSorted()
  return { record, row, stored: now, update: { updated, conflicts, isBack: false, isOther } }
}

async function improveGuessedNames(tx: Tx, all: readonly Updated[]): Promise<void> {
  const renamed = await improveNames(
    tx,
    all.flatMap(({ row, record: { source, guesses, content, known } }) =>
      guesses ? [{ row, source: source.name, guesses, plain: known.content?.name ?? content.name }] : [],
    ),
  )
  for (const { record, update } of all)
    if (renamed.has(record.known.spot_id)) update.updated = [...update.updated, 'name'].toSorted()
}

/**
 * Updates spots from records that were imported before. A changed value is written if no one has changed it on the
 * spot; otherwise it becomes a conflict. Runs in the caller's transaction, so that an interrupted run never leaves a
 * record half processed.
 */
export async function updateRecords(
  tx: Tx,
  run: Run,
  records: readonly RecordToUpdate[],
): Promise<RecordUpdate[]> {
  const changed = records.filter(
    ({ known, content, guesses }) => guesses || known.content === null || !isSame(known.content, content),
  )
  const rows = await lockSpots(
    tx,
    changed.map(({ known }) => known.spot_id),
  )
  const updates = new Map<RecordToUpdate, Updated>()
  for (const record of changed) {
    const row = rows.get(record.known.spot_id)
    // Without a row, the spot was deleted in the meantime.
    if (row) updates.set(record, await updateSpot(tx, record, row))
  }
  await improveGuessedNames(tx, [...updates.values()])
  await saveRecords(
    tx,
    run,
    records.map((record) => ({
      source: record.source.name,
      source_id: record.source.id,
      spot_id: record.known.spot_id,
      content: updates.get(record)?.stored ?? record.content,
    })),
  )
  await renewAttribution(
    tx,
    records.map(({ source }) => source),
  )
  const back = records.filter(({ known }) => known.is_missing).map(({ known }) => known.spot_id)
  await clearSourceMissing(tx, back)
  return records.map((record) => ({
    ...(updates.get(record)?.update ?? { updated: [], conflicts: [], isOther: false }),
    isBack: record.known.is_missing,
  }))
}

/** Stores source values for newly created spots, and writes their facts. */
export async function rememberRecords(
  tx: Tx,
  run: Run,
  made: readonly (IncomingRecord & { spot_id: string })[],
): Promise<void> {
  await saveRecords(
    tx,
    run,
    made.map(({ source, content, spot_id }) => ({
      source: source.name,
      source_id: source.id,
      spot_id,
      content,
    })),
    { isAdded: true },
  )
  for (const { source, content, spot_id } of made)
    await writeSourceFacts(tx, {
      spot_id,
      source: source.name,
      applies: part(content, isFact),
      suggests: {},
      settled: [],
    })
}
