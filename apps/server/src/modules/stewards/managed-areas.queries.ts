import type { ManagedArea, NewArea } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { personJson } from '../profiles/index.ts'
import { cornersJson } from './area-json.queries.ts'
import { polygonText } from './areas.queries.ts'

const managedJson = sql<ManagedArea>`json_build_object('id', area.id, 'name', area.name, 'corners', ${cornersJson('area')},
  'stewards', (select coalesce(json_agg(json_build_object('user', ${personJson('steward')},
      'since', ${moment('named.since')}, 'is_suspended', steward.suspended_at is not null) order by named.since), '[]')
    from area_stewards named join profiles steward on steward.user_id = named.user_id where named.area_id = area.id),
  'followers_count', (select count(*)::int from area_follows f where f.area_id = area.id))`

/** Returns an area for admins. */
export async function findManagedArea(db: Db, id: string): Promise<ManagedArea | undefined> {
  const { rows } = await sql<{ item: ManagedArea }>`
    select ${managedJson} as item from steward_areas area where area.id = ${id}`.execute(db)
  return rows[0]?.item
}

/** Returns the areas after a given one, newest first. */
export async function selectManagedAreas(
  db: Db,
  before: string | undefined,
  limit: number,
): Promise<ManagedArea[]> {
  const { rows } = await sql<{ item: ManagedArea }>`
    select ${managedJson} as item from steward_areas area
    where ${before === undefined ? sql`true` : sql`area.id < ${before}::uuid`} order by area.id desc limit ${limit}`.execute(
    db,
  )
  return rows.map(({ item }) => item)
}

/** Counts all areas. Takes a lock, so that concurrent additions wait. */
export async function countAreas(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('steward_areas'))`.execute(tx)
  const { n } = await tx
    .selectFrom('steward_areas')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Inserts an area. Returns false if its name is taken. */
export async function insertArea(tx: Tx, id: string, { name, corners }: NewArea): Promise<boolean> {
  const { rows } = await sql`
    insert into steward_areas (id, name, shape) values (${id}, ${name}, ${polygonText(corners)}::polygon)
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Whether another area has this name. */
export async function isNameTaken(tx: Tx, id: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from steward_areas where nollie_normalize(name) = nollie_normalize(${name}) and id <> ${id}`.execute(
    tx,
  )
  return rows.length > 0
}

/** Updates an area's name and shape. Returns false if it doesn't exist. */
export async function updateArea(tx: Tx, id: string, { name, corners }: NewArea): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update steward_areas set name = ${name}, shape = ${polygonText(corners)}::polygon where id = ${id}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Deletes an area and everything that belongs to it. Returns its name. */
export async function deleteArea(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.deleteFrom('steward_areas').where('id', '=', id).returning('name').executeTakeFirst())
    ?.name
}

/** Locks an area until the transaction ends. */
export async function lockArea(tx: Tx, id: string): Promise<{ name: string; stewards: number } | undefined> {
  const area = await tx
    .selectFrom('steward_areas')
    .select('name')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!area) return undefined
  const { n } = await tx
    .selectFrom('area_stewards')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('area_id', '=', id)
    .executeTakeFirstOrThrow()
  return { name: area.name, stewards: n }
}

/** Finds a member by username, unless they are suspended or about to be deleted. */
export async function findMemberNamed(tx: Tx, username: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select p.user_id from profiles p join users u on u.id = p.user_id
    where u.username = lower(${username}::text collate "C") and not p.is_hidden and p.former_at is null`.execute(
    tx,
  )
  return rows[0]?.user_id
}

/** Appoints a steward. Returns false if they already are one. */
export async function insertSteward(
  tx: Tx,
  steward: { area_id: string; user_id: string; named_by: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('area_stewards')
    .values(steward)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a steward. Returns false if they aren't one. */
export async function deleteSteward(tx: Tx, area_id: string, user_id: string): Promise<boolean> {
  return (
    (await tx
      .deleteFrom('area_stewards')
      .where('area_id', '=', area_id)
      .where('user_id', '=', user_id)
      .returning('user_id')
      .executeTakeFirst()) !== undefined
  )
}
