import type { StayKind } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/**
 * Tables whose rows show that people have done something with a spot, and the reason to give. A test compares the list
 * with all foreign keys to spots.
 */
export const TOUCHES: readonly { why: StayKind; table: string; column: string; only?: string }[] = [
  { why: 'posts', table: 'posts', column: 'spot_id' },
  { why: 'reports', table: 'checks', column: 'spot_id' },
  { why: 'reports', table: 'bust_reports', column: 'spot_id' },
  { why: 'reports', table: 'report_cases', column: 'spot_id' },
  { why: 'reports', table: 'spot_settlements', column: 'spot_id' },
  // Edits by an import have the source's name. Edits by a person don't, even if their account was deleted.
  { why: 'edits', table: 'spot_edits', column: 'spot_id', only: 'touch.source is null' },
  { why: 'edits', table: 'fact_suggestions', column: 'spot_id', only: 'touch.source is null' },
  { why: 'edits', table: 'import_conflicts', column: 'spot_id' },
  { why: 'edits', table: 'spot_hidden_texts', column: 'spot_id' },
  { why: 'edits', table: 'spot_merges', column: 'spot_id' },
  { why: 'edits', table: 'spot_merges', column: 'from_id' },
  { why: 'edits', table: 'spot_forwards', column: 'to_id' },
  { why: 'edits', table: 'spot_positions', column: 'spot_id' },
  { why: 'edits', table: 'twin_pairs', column: 'spot_id', only: `touch.state <> 'open'` },
  { why: 'edits', table: 'twin_pairs', column: 'other_id', only: `touch.state <> 'open'` },
  { why: 'saves', table: 'saved_spots', column: 'spot_id' },
  { why: 'saves', table: 'list_spots', column: 'spot_id' },
  { why: 'other', table: 'messages', column: 'spot_id' },
  { why: 'other', table: 'bulletins', column: 'spot_id' },
  { why: 'other', table: 'meetups', column: 'spot_id' },
  { why: 'edits', table: 'spot_obstacles', column: 'spot_id' },
  { why: 'edits', table: 'measurements', column: 'spot_id' },
]

/** Foreign keys to spots whose rows Nollie writes automatically, so they don't show that people did anything. */
export const AUTOMATIC: readonly string[] = [
  'area_updates.spot_id',
  'bust_clocks.spot_id',
  'import_records.spot_id',
  'new_spots.spot_id',
  'notifications.spot_id',
  'spot_facts.spot_id',
  'spot_state_changes.spot_id',
  'spots_near.spot_id',
  'twin_queue.spot_id',
]

/** Locks the next spots that a run has added and that aren't deleted, by id. */
export async function lockAdded(
  tx: Tx,
  run_id: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from spots where deleted_at is null and id in (
      select r.spot_id from import_records r where r.added_run_id = ${run_id}
        and ${after ? sql`r.spot_id > ${after}::uuid` : sql`true`})
    order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Returns which of the spots people have done something with, and what. Call this after locking the spots, so that
 * nothing can be added in between.
 */
export async function findTouched(db: Db, ids: readonly string[]): Promise<Map<string, StayKind>> {
  const touched = new Map<string, StayKind>()
  for (const { why, table, column, only } of TOUCHES) {
    const { rows } = await sql<{ id: string }>`
      select distinct touch.${sql.ref(column)} as id from ${sql.table(table)} touch
      where touch.${sql.ref(column)} = any (${ids}::uuid[]) and ${only ? sql.raw(only) : sql`true`}`.execute(
      db,
    )
    for (const { id } of rows) if (!touched.has(id)) touched.set(id, why)
  }
  // People also vote on a source's suggestions.
  const votes = await sql<{ id: string }>`
    select distinct s.spot_id as id from fact_suggestions s join fact_votes v on v.suggestion_id = s.id
    where s.spot_id = any (${ids}::uuid[])`.execute(db)
  for (const { id } of votes.rows) if (!touched.has(id)) touched.set(id, 'edits')
  const { rows } = await sql<{ id: string }>`
    select id from spots where id = any (${ids}::uuid[])
      and (created_by is not null or description_by is not null or cover_media_id is not null)`.execute(db)
  for (const { id } of rows) if (!touched.has(id)) touched.set(id, 'edits')
  return touched
}

/** Counts removed spots of an import that is being undone. */
export async function addRemoved(tx: Tx, id: string, removed: number): Promise<void> {
  await sql`update import_areas set removed = removed + ${removed}, worked_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** Stores how many spots stay, by reason. */
export async function saveStays(db: Db, id: string, stays: Partial<Record<StayKind, number>>): Promise<void> {
  await sql`update import_areas set stays = ${JSON.stringify(stays)}::jsonb where id = ${id}`.execute(db)
}
