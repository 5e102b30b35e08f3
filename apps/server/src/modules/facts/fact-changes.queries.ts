import { FACT_NAMES, type FactName, type Obstacle, obstacleOfField } from '@nollie/contract'
import { readOpeningHours, yearSpans } from '@nollie/contract/facts/opening-hours'
import { sql } from 'kysely'
import { appendEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { FieldValues } from '../../db/tables/facts.ts'
import { viewerId } from '../blocks/index.ts'
import { findTimeZone } from '../places/index.ts'
import type { Voice } from './decide-suggestion.ts'
import { isDecidedBy, isDisputed, aggregateVoices } from './facts.queries.ts'

/** A suggestion with the fields that the rules need. */
export type ChangeRow = {
  id: string
  spot_id: string
  user_id: string | null
  fields: string[]
  patch: FieldValues
  undoes: string | null
  state: 'open' | 'applied' | 'undone' | 'declined' | 'withdrawn'
}

const COLUMNS = ['id', 'spot_id', 'user_id', 'fields', 'patch', 'undoes', 'state'] as const

/**
 * Locks a spot's facts until the end of the transaction; creates their row if necessary. Locks the spot first, like
 * moves, merges, and deletions, whose changes also affect the facts. Otherwise the two could deadlock.
 */
export async function lockFacts(tx: Tx, spot_id: string): Promise<void> {
  await sql`select from spots where id = ${spot_id} for no key update`.execute(tx)
  await sql`
    insert into spot_facts (spot_id, qk) select id, qk from spots where id = ${spot_id}
    on conflict (spot_id) do nothing`.execute(tx)
  await tx.selectFrom('spot_facts').select('spot_id').where('spot_id', '=', spot_id).forUpdate().execute()
}

/** Returns a change by its id, if the viewer can see it. */
export async function findChange(db: Db, viewer: string, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select c.id, c.spot_id, c.user_id, c.fields, c.patch, c.undoes, c.state from fact_suggestions c
    where c.id = ${id} and (c.state in ('applied', 'undone') or c.user_id is null
      or exists (select from visible_people(${viewerId(viewer)}) author where author.user_id = c.user_id offset 0)
      or ${isDecidedBy(viewerId(viewer))})`.execute(db)
  return rows[0]
}

/** Returns a change by its id, regardless of who can see it. */
export function getChange(tx: Tx, id: string): Promise<ChangeRow> {
  return tx.selectFrom('fact_suggestions').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns an open suggestion with the same content by someone the viewer can see. */
export async function findSame(
  tx: Tx,
  viewer: string,
  { spot_id, patch, undoes }: Pick<ChangeRow, 'spot_id' | 'patch' | 'undoes'>,
): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select c.id, c.spot_id, c.user_id, c.fields, c.patch, c.undoes, c.state
    from fact_suggestions c left join visible_people(${viewerId(viewer)}) author on author.user_id = c.user_id
    where c.spot_id = ${spot_id} and c.state = 'open' and c.undoes is not distinct from ${undoes}::uuid
      and (c.undoes is not null or c.patch = ${JSON.stringify(patch)}::jsonb)
      and (c.source is not null or author.user_id is not null)
    order by c.id limit 1`.execute(tx)
  return rows[0]
}

/** Returns the number of a person's open suggestions for a spot. */
export async function countOpen(tx: Tx, spot_id: string, user_id: string): Promise<number> {
  const row = await tx
    .selectFrom('fact_suggestions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('spot_id', '=', spot_id)
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return row.n
}

/** Inserts a suggestion. */
export async function insertChange(
  tx: Tx,
  { patch, ...row }: Omit<ChangeRow, 'state'> & { is_cleanup?: boolean; source?: string },
): Promise<void> {
  await tx
    .insertInto('fact_suggestions')
    .values({ ...row, patch: JSON.stringify(patch) })
    .execute()
}

/** Stores a vote on a suggestion. */
export async function saveVoice(
  tx: Tx,
  suggestion_id: string,
  user_id: string,
  agrees: boolean,
): Promise<void> {
  await tx
    .insertInto('fact_votes')
    .values({ suggestion_id, user_id, agrees })
    .onConflict((conflict) => conflict.columns(['suggestion_id', 'user_id']).doUpdateSet({ agrees }))
    .execute()
}

/** Returns all votes on a suggestion, and whether its fields are disputed. */
export async function selectVoices(tx: Tx, id: string): Promise<{ voices: Voice[]; disputed: boolean }> {
  const { rows } = await sql<{ voices: Voice[]; disputed: boolean }>`
    select ${isDisputed()} as disputed,
      (select coalesce(json_agg(json_build_object('agrees', agrees, 'right', "right", 'counts', counts)), '[]')
        from ${aggregateVoices()} voice) as voices
    from fact_suggestions c where c.id = ${id}`.execute(tx)
  return rows[0] ?? { voices: [], disputed: false }
}

/** Sets the state of a suggestion or change. */
export async function setState(tx: Tx, id: string, state: ChangeRow['state']): Promise<void> {
  await tx.updateTable('fact_suggestions').set({ state }).where('id', '=', id).execute()
}

/** Stores which steward decided on a change. */
export async function setSteward(tx: Tx, id: string, steward_id: string): Promise<void> {
  await tx.updateTable('fact_suggestions').set({ steward_id }).where('id', '=', id).execute()
}

/** Returns the latest applied value of each field; null for fields without one. */
export async function selectLastValues(
  tx: Tx,
  spot_id: string,
  fields: readonly string[],
): Promise<FieldValues> {
  const { rows } = await sql<{ values: FieldValues }>`
    select coalesce(json_object_agg(field, value), '{}') as values from (
      select distinct on (f.field) f.field, c.patch -> f.field as value
      from unnest(${fields}::text[]) f (field)
      left join fact_suggestions c on c.spot_id = ${spot_id} and c.state = 'applied' and c.undoes is null
        and f.field = any (c.fields)
      order by f.field, c.version desc nulls last
    ) last`.execute(tx)
  return rows[0]?.values ?? {}
}

function isFact(field: string): field is FactName {
  return (FACT_NAMES as readonly string[]).includes(field)
}

/** Marks a change as applied, along with the previous values, and returns its version. */
export async function markApplied(
  tx: Tx,
  { id, spot_id }: ChangeRow,
  values: { patch: FieldValues; before: FieldValues },
): Promise<number> {
  const { version } = await tx
    .updateTable('spot_facts')
    .set({ version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('spot_id', '=', spot_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('fact_suggestions')
    .set({
      state: 'applied',
      version,
      applied_at: sql<string>`now()`,
      patch: JSON.stringify(values.patch),
      before: JSON.stringify(values.before),
    })
    .where('id', '=', id)
    .execute()
  return version
}

// Converts opening hours for map queries: minutes of a week, or of one week per month, in local time at the spot's
// public position.
async function openMinutes(tx: Tx, spot_id: string, hours: FieldValues[string] | undefined) {
  const year = typeof hours === 'string' ? readOpeningHours(hours) : null
  if (!year) return { opening_hours: null, open_minutes: null, time_zone: null }
  const at = await tx
    .selectFrom('spots')
    .select(['latitude', 'longitude'])
    .where('id', '=', spot_id)
    .executeTakeFirstOrThrow()
  const spans = yearSpans(year).map(({ from, to }) => `[${from},${to})`)
  return { open_minutes: `{${spans.join(',')}}`, time_zone: findTimeZone(at) }
}

/** Writes field values to a spot's facts and obstacles, and publishes the change. */
export async function writeValues(
  tx: Tx,
  spot_id: string,
  values: FieldValues,
  version: number,
): Promise<void> {
  const facts = Object.fromEntries(Object.entries(values).filter(([field]) => isFact(field)))
  if (Object.keys(facts).length > 0)
    await tx
      .updateTable('spot_facts')
      .set({
        ...facts,
        ...('opening_hours' in facts ? await openMinutes(tx, spot_id, facts.opening_hours) : {}),
      })
      .where('spot_id', '=', spot_id)
      .execute()
  for (const [field, value] of Object.entries(values)) {
    const id = obstacleOfField(field)
    if (id === null) continue
    if (value === null) {
      await tx.deleteFrom('spot_obstacles').where('spot_id', '=', spot_id).where('id', '=', id).execute()
      continue
    }
    const obstacle = value as Obstacle
    await tx
      .insertInto('spot_obstacles')
      .values({ ...obstacle, spot_id, id, since: version })
      .onConflict((conflict) => conflict.columns(['spot_id', 'id']).doUpdateSet(obstacle))
      .execute()
  }
  await appendEvent(tx, { topic: 'spots', name: 'spot', data: { kind: 'updated', spot_id, at: [] } })
}

// Excludes people's undos of their own changes, because undoing such an undo would restore the change.
const isToUndo = sql<boolean>`(state = 'open' or state = 'applied' and not exists (
  select from fact_suggestions own where own.id = fact_suggestions.undoes and own.user_id = fact_suggestions.user_id))`

/** Returns a person's applied changes and open suggestions for a spot, latest first. */
export function selectChangesOf(tx: Tx, spot_id: string, user_id: string): Promise<ChangeRow[]> {
  return tx
    .selectFrom('fact_suggestions')
    .select(COLUMNS)
    .where('spot_id', '=', spot_id)
    .where('user_id', '=', user_id)
    .where(isToUndo)
    .orderBy(sql`version desc nulls first`)
    .execute()
}

/** Returns up to `limit` spot ids after the given one, for spots where a person has applied or open changes. */
export async function selectSpotsOf(
  db: Db,
  user_id: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('fact_suggestions')
    .select('spot_id')
    .distinct()
    .where('user_id', '=', user_id)
    .where(isToUndo)
    .where('spot_id', '>', after)
    .orderBy('spot_id')
    .limit(limit)
    .execute()
  return rows.map(({ spot_id }) => spot_id)
}

/** Withdraws a source's suggestions for these fields, because its value changed or now equals the spot's. */
export async function withdrawOfSource(
  tx: Tx,
  spot_id: string,
  source: string,
  fields: readonly string[],
): Promise<void> {
  await tx
    .updateTable('fact_suggestions')
    .set({ state: 'withdrawn' })
    .where('spot_id', '=', spot_id)
    .where('source', '=', source)
    .where('state', '=', 'open')
    .where(sql<boolean>`fields && ${fields}::text[]`)
    .execute()
}
