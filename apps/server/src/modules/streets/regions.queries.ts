import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { StreetRegions, Streets } from '../../db/tables/streets.ts'
import type { StreetKind } from './street-kinds.ts'

/** A loaded street map. */
export type Region = Selectable<StreetRegions>

/** A street map before it is loaded. */
export type NewRegion = Omit<Region, 'id' | 'loaded_at'>

/** A street index row before it gets an id. */
export type StreetRow = Omit<Selectable<Streets>, 'id' | 'region_id' | 'kind'> & {
  kind: StreetKind
  /** All searchable names, including `name`. */
  names: string[]
}

/** Number of rows per statement. */
const BATCH = 2_000

/** Returns all loaded street maps, sorted by name. */
export function selectRegions(db: Db): Promise<Region[]> {
  return db.selectFrom('street_regions').selectAll().orderBy('name').execute()
}

async function insertRows(tx: Tx, regionId: number, rows: readonly StreetRow[]): Promise<void> {
  const packed = JSON.stringify(rows.map((row, place) => ({ ...row, place })))
  // Assigns ids first, so that the names can refer to their rows.
  await sql`
    with given as materialized (
      select nextval(pg_get_serial_sequence('streets', 'id')) as id, g.*
      from jsonb_to_recordset(${packed}::jsonb) as g(
        place integer, name text, names jsonb, kind text, latitude float8, longitude float8,
        west float8, south float8, east float8, north float8, importance float4, city text, country text)
    ), written as (
      insert into streets (id, region_id, name, kind, latitude, longitude, west, south, east, north, importance,
        city, country) overriding system value
      select id, ${regionId}::integer, name, kind, latitude, longitude, west, south, east, north, importance, city,
        country from given
    )
    insert into street_names (street_id, name)
    select distinct given.id, other.name from given, jsonb_array_elements_text(given.names) as other(name)`.execute(
    tx,
  )
}

/**
 * Replaces the street map and index with the same name, in one transaction.
 * @returns the number of index rows, and the version that was replaced
 */
export function replaceRegion(
  db: Db,
  region: NewRegion,
  rows: Iterable<StreetRow>,
): Promise<{ rows: number; replaced: string | null }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nollie street regions'))`.execute(tx)
    const before = await tx
      .deleteFrom('street_regions')
      .where('name', '=', region.name)
      .returning('version')
      .executeTakeFirst()
    const { id } = await tx
      .insertInto('street_regions')
      .values(region)
      .returning('id')
      .executeTakeFirstOrThrow()
    let count = 0
    let batch: StreetRow[] = []
    const write = async () => {
      if (batch.length > 0) await insertRows(tx, id, batch)
      count += batch.length
      batch = []
    }
    for (const row of rows) {
      batch.push(row)
      if (batch.length >= BATCH) await write()
    }
    await write()
    return { rows: count, replaced: before?.version ?? null }
  })
}

/** Deletes a street map and its index. Returns false if there is none with that name. */
export async function deleteRegion(db: Db, name: string): Promise<boolean> {
  return (
    (await db.deleteFrom('street_regions').where('name', '=', name).returning('id').executeTakeFirst()) !==
    undefined
  )
}
