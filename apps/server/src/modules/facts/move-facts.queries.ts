import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Moved, Sides } from '../../db/merge-movers.ts'

/** Whether a spot has any fact changes. Measurements depend on these. */
export async function isDescribed(tx: Tx, spot_id: string): Promise<boolean> {
  const { rows } = await sql`select from fact_suggestions c where c.spot_id = ${spot_id} limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Moves the merged spot's fact changes before the remaining spot's, so that the latter take precedence. Works in two
 * steps, because versions must be unique at all times.
 */
export async function takeChanges(tx: Tx, { from, into }: Sides): Promise<Moved[]> {
  await sql`
    update fact_suggestions c set version = -(c.version + f.version) from spot_facts f
    where f.spot_id = ${from} and c.spot_id = ${into} and c.version is not null`.execute(tx)
  await sql`update fact_suggestions c set version = -c.version where c.spot_id = ${into} and c.version < 0`.execute(
    tx,
  )
  await sql`
    update spot_obstacles o set since = o.since + f.version from spot_facts f
    where f.spot_id = ${from} and o.spot_id = ${into}`.execute(tx)
  await sql`
    update spot_facts theirs set version = theirs.version + f.version from spot_facts f
    where f.spot_id = ${from} and theirs.spot_id = ${into}`.execute(tx)
  const { rows } = await sql<Moved>`
    update fact_suggestions c set spot_id = ${into} where c.spot_id = ${from} returning c.id as row_id`.execute(
    tx,
  )
  return rows
}

/** Gives fact changes back to the merged spot they came from, and returns their fields. */
export async function giveBackChanges(
  tx: Tx,
  { from, into }: Sides,
  moved: readonly Moved[],
): Promise<string[]> {
  const { rows } = await sql<{ fields: string[] }>`
    update fact_suggestions c set spot_id = ${from}
    where c.spot_id = ${into} and c.id = any (${moved.map(({ row_id }) => row_id)}::uuid[]) returning c.fields`.execute(
    tx,
  )
  await sql`
    update spot_facts f set version = greatest(f.version, coalesce((
      select max(c.version) from fact_suggestions c where c.spot_id = f.spot_id), 0))
    where f.spot_id = ${from}`.execute(tx)
  return [...new Set(rows.flatMap(({ fields }) => fields))]
}

/** Returns all fields that were ever set for a spot, and the version of its latest change. */
export async function selectKnownFields(
  tx: Tx,
  spot_id: string,
): Promise<{ fields: string[]; version: number }> {
  const { rows } = await sql<{ fields: string[]; version: number }>`
    select f.version, array(select distinct unnest(c.fields) from fact_suggestions c
      where c.spot_id = f.spot_id and c.version is not null) as fields
    from spot_facts f where f.spot_id = ${spot_id}`.execute(tx)
  return rows[0] ?? { fields: [], version: 0 }
}
