import type { ImportConflict, ImportField } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'

/** Number of days until resolved conflicts are deleted. */
const DECIDED_DAYS = 365

type Of = { spot_id: string; source: string }

/** Fields that reveal a spot's location. */
const PLACES = [
  'position',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
] as const satisfies readonly ImportField[]

// Excludes values that would reveal the location of a spot that doesn't show its exact position.
const HAS_NO_PLACE = sql<boolean>`(s.precision = 'exact' or c.field <> all (${[...PLACES]}::text[]))`

// Excludes conflicts about text that moderators have hidden, until it is shown again.
const IS_SHOWN = sql<boolean>`not (c.field in ('name', 'description')
  and exists (select from spot_hidden_texts hidden where hidden.spot_id = s.id))`

/** Stores a source's value for a field that people changed, replacing its previous one. */
export async function saveConflict(
  tx: Tx,
  { spot_id, source }: Of,
  field: string,
  theirs: unknown,
): Promise<void> {
  await sql`
    insert into import_conflicts (id, spot_id, source, field, theirs)
    values (${uuid()}, ${spot_id}, ${source}, ${field}, ${JSON.stringify(theirs)}::jsonb)
    on conflict (spot_id, source, field) where state = 'open' do update set theirs = excluded.theirs`.execute(
    tx,
  )
}

/** Resolves conflicts about fields for which the source has a new value. */
export async function endConflicts(
  tx: Tx,
  { spot_id, source }: Of,
  fields: readonly string[],
): Promise<void> {
  if (fields.length === 0) return
  await tx
    .updateTable('import_conflicts')
    .set({ state: 'ended', decided_at: sql<string>`now()` })
    .where('spot_id', '=', spot_id)
    .where('source', '=', source)
    .where('state', '=', 'open')
    .where('field', 'in', fields as ImportField[])
    .execute()
}

/** Returns open conflicts for spots the viewer can see, oldest first. Omits text that moderators have hidden. */
export async function selectConflicts(
  db: Db,
  viewer: string,
  after: string | null,
  limit: number,
): Promise<ImportConflict[]> {
  const { rows } = await sql<ImportConflict>`
    select c.id, c.source, c.field, c.theirs, ${moment('c.created_at')} as created_at,
      json_build_object('id', s.id, 'name', s.name, 'city', s.city, 'version', s.version) as spot,
      case c.field when 'position' then jsonb_build_object('latitude', s.latitude, 'longitude', s.longitude)
        else jsonb_build_object('name', s.name, 'description', s.description, 'address', s.address, 'city', s.city,
          'state', s.state, 'country', s.country, 'postal_code', s.postal_code,
          'difficulty_level', s.difficulty_level, 'spot_types', s.spot_types) -> c.field end as ours
    from import_conflicts c join visible_spots(${viewerId(viewer)}) s on s.id = c.spot_id
    where c.state = 'open' and ${HAS_NO_PLACE} and ${IS_SHOWN} and ${after ? sql`c.id > ${after}::uuid` : sql`true`}
    order by c.id limit ${limit}`.execute(db)
  return rows
}

/** Returns the source's position from a conflict; null if the conflict is about another field. */
export async function findTheirPosition(
  db: Db,
  id: string,
): Promise<{ latitude: number; longitude: number } | null> {
  const { rows } = await sql<{ theirs: { latitude: number; longitude: number } }>`
    select theirs from import_conflicts where id = ${id} and field = 'position'`.execute(db)
  return rows[0]?.theirs ?? null
}

/** A conflict with the fields needed to resolve it. */
export type ConflictRow = Of & {
  id: string
  field: ImportField
  theirs: unknown
  state: 'open' | 'taken' | 'kept' | 'ended'
  version: number
}

/**
 * Locks a conflict and its spot until the end of the transaction. Returns undefined if the viewer can't see the spot,
 * or if the conflict is about text that moderators have hidden.
 */
export async function lockConflict(tx: Tx, viewer: string, id: string): Promise<ConflictRow | undefined> {
  const { rows } = await sql<ConflictRow>`
    select c.id, c.spot_id, c.source, c.field, c.theirs, c.state, s.version
    from import_conflicts c join spots s on s.id = c.spot_id and s.deleted_at is null
    where c.id = ${id} and ${HAS_NO_PLACE} and ${IS_SHOWN}
      and not exists (select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = s.id offset 0)
    for update`.execute(tx)
  return rows[0]
}

/** Stores a moderator's decision. */
export async function closeConflict(
  tx: Tx,
  id: string,
  { state, decided_by }: { state: 'taken' | 'kept'; decided_by: string },
): Promise<void> {
  await tx
    .updateTable('import_conflicts')
    .set({ state, decided_by, decided_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes conflicts that were resolved long ago. */
export function deleteDecided(db: Db): Promise<void> {
  return deleteInBatches(
    db,
    'import_conflicts',
    sql`decided_at < now() - make_interval(days => ${sql.lit(DECIDED_DAYS)})`,
  )
}
