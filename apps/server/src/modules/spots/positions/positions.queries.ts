import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { SpotPositions } from '../../../db/tables/spots.ts'
import { type ViewerInSql, viewerId } from '../../blocks/index.ts'
import type { Blur } from './blur-position.ts'

/** The columns in {@link Whereabouts}. */
export const WHEREABOUTS = [
  ...(['latitude', 'longitude', 'address'] as const),
  ...(['city', 'state', 'country', 'postal_code'] as const),
] as const

/** The columns with a spot's position and address. */
export type Whereabouts = Pick<SpotPositions, (typeof WHEREABOUTS)[number]>

/**
 * SQL that joins spot `s` to its exact position as `exact`. Null if everyone can see the exact position, or if the
 * viewer can't.
 */
export function joinExact(viewer: ViewerInSql): RawBuilder<unknown> {
  return sql`
  left join lateral (
    select * from exact_positions(${viewer}) exact where exact.spot_id = s.id and s.precision <> 'exact' offset 0
  ) exact on true`
}

/** Whether a viewer sees spot `s` at its exact position. Requires {@link joinExact}. */
export const IS_EXACT = sql<boolean>`(s.precision = 'exact' or exact.spot_id is not null)`

/**
 * SQL for a {@link Whereabouts} column of spot `s`, exact if the viewer sees it exactly. Requires {@link joinExact}.
 */
export function exactly(column: (typeof WHEREABOUTS)[number]): RawBuilder<unknown> {
  return sql`case when exact.spot_id is null then ${sql.ref(`s.${column}`)} else ${sql.ref(`exact.${column}`)} end`
}

/** Returns a spot's exact position if not everyone sees it but the viewer does. Otherwise undefined. */
export async function findExact(db: Db, viewer: string, spot_id: string): Promise<Whereabouts | undefined> {
  const { rows } = await sql<Whereabouts>`
    select ${sql.join(WHEREABOUTS.map((column) => sql.ref(`exact.${column}`)))}
    from exact_positions(${viewerId(viewer)}) exact where exact.spot_id = ${spot_id}`.execute(db)
  return rows[0]
}

/** Locks and returns a spot's exact position and its approximate points. The caller must check access. */
export async function lockPosition(
  tx: Tx,
  spot_id: string,
): Promise<{ exact: Whereabouts; blur: Blur } | undefined> {
  const row = await tx
    .selectFrom('spot_positions')
    .selectAll()
    .where('spot_id', '=', spot_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { near_latitude, near_longitude, far_latitude, far_longitude, spot_id: _, qk: __, ...exact } = row
  return {
    exact,
    blur: {
      near: { latitude: near_latitude, longitude: near_longitude },
      far: { latitude: far_latitude, longitude: far_longitude },
    },
  }
}

/** Stores a spot's exact position and its approximate points. */
export async function storePosition(
  tx: Tx,
  spot_id: string,
  { latitude, longitude, address, city, state, country, postal_code }: Whereabouts,
  { near, far }: Blur,
): Promise<void> {
  const row = {
    latitude,
    longitude,
    address,
    city,
    state,
    country,
    postal_code,
    near_latitude: near.latitude,
    near_longitude: near.longitude,
    far_latitude: far.latitude,
    far_longitude: far.longitude,
  }
  await tx
    .insertInto('spot_positions')
    .values({ spot_id, ...row })
    .onConflict((conflict) => conflict.column('spot_id').doUpdateSet(row))
    .execute()
}

/**
 * Deletes the exact positions of spots that a deleted account leaves behind, if only the owner or their mutuals could
 * see them.
 */
export async function forgetPositionsOf(db: Db, user_id: string): Promise<void> {
  await sql`
    delete from spot_positions using spots s
    where s.id = spot_positions.spot_id and s.created_by = ${user_id} and s.exact_for <> 'members'`.execute(
    db,
  )
}

/** Deletes a deleted spot's exact position. Its tombstone stays. */
export async function forgetPosition(tx: Tx, spot_id: string): Promise<void> {
  await tx.deleteFrom('spot_positions').where('spot_id', '=', spot_id).execute()
}
