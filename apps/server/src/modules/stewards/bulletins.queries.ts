import type { Bulletin } from '@nollie/contract'
import { sql } from 'kysely'
import { appendEvent } from '../../db/events.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Bulletins } from '../../db/tables/stewards.ts'
import { viewerId } from '../blocks/index.ts'
import { bulletinJson } from './area-json.queries.ts'
import { isInArea } from './rights.queries.ts'

/** Whether a spot is in an area. The caller must check that the spot is visible. */
export async function isSpotInArea(tx: Tx, spot_id: string, area_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from spots s join steward_areas area on area.id = ${area_id} and ${isInArea('area', 's')}
    where s.id = ${spot_id} and s.deleted_at is null`.execute(tx)
  return rows.length > 0
}

/** Counts an area's active bulletins. Locks the area, so that concurrent requests wait. */
export async function countBulletins(tx: Tx, area_id: string): Promise<number> {
  await tx.selectFrom('steward_areas').select('id').where('id', '=', area_id).forNoKeyUpdate().execute()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from bulletins where area_id = ${area_id} and ends_at > now()`.execute(tx)
  return rows[0]?.n ?? 0
}

async function publish(tx: Tx, spot_id: string | null): Promise<void> {
  if (spot_id)
    await appendEvent(tx, { topic: 'spots', name: 'spot', data: { kind: 'updated', spot_id, at: [] } })
}

type NewRow = Pick<Bulletins, 'id' | 'area_id' | 'spot_id' | 'user_id' | 'content'> & {
  starts_at: string
  ends_at: string
}

/** Inserts a bulletin and publishes it to people who have its spot's page open. */
export async function insertBulletin(tx: Tx, row: NewRow): Promise<void> {
  await tx.insertInto('bulletins').values(row).execute()
  await publish(tx, row.spot_id)
}

/** Returns a bulletin for a viewer, who must have access to it. */
export async function findBulletin(db: Db, viewer: string, id: string): Promise<Bulletin | undefined> {
  const { rows } = await sql<{ item: Bulletin }>`
    select ${bulletinJson(viewerId(viewer))} as item from bulletins b where b.id = ${id}`.execute(db)
  return rows[0]?.item
}

/** Locks a bulletin and returns its owner, area, and spot. */
export function lockBulletin(
  tx: Tx,
  id: string,
): Promise<Pick<Bulletins, 'area_id' | 'spot_id' | 'user_id' | 'content'> | undefined> {
  return tx
    .selectFrom('bulletins')
    .select(['area_id', 'spot_id', 'user_id', 'content'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes a bulletin. Returns false if it's already deleted. */
export async function deleteBulletin(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('bulletins').where('id', '=', id).returning('spot_id').executeTakeFirst()
  if (row) await publish(tx, row.spot_id)
  return row !== undefined
}

/** Deletes bulletins that ended at least this many days ago. */
export function deleteOldBulletins(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, 'bulletins', sql`ends_at < now() - make_interval(days => ${days})`)
}
