import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import type { Actor } from '../actors/actor.ts'

/** Inserts an area without spots, in the ocean, with a steward. Returns its id. */
export async function anAreaRow(db: Db, steward: string | null = null): Promise<string> {
  const id = uuid()
  await sql`insert into steward_areas (id, name, shape)
    values (${id}, ${`Area ${id}`}, '((-30.1,-40.1),(-30,-40.1),(-30,-40))')`.execute(db)
  if (steward)
    await db.insertInto('area_stewards').values({ area_id: id, user_id: steward, named_by: null }).execute()
  return id
}

/** Inserts a person's bulletin for one of their areas. Returns its id. */
export async function aBulletinRow(
  db: Db,
  user_id: string,
  { ends_at = new Date(Date.now() + 3_600_000) }: { ends_at?: Date } = {},
): Promise<string> {
  const id = uuid()
  const area_id = await anAreaRow(db, user_id)
  const starts_at = new Date(ends_at.getTime() - 7_200_000)
  await db
    .insertInto('bulletins')
    .values({ id, area_id, spot_id: null, user_id, content: 'Cleanup', starts_at, ends_at })
    .execute()
  return id
}

/** Returns a box's corners. By default, its sides are a fifth of a degree long. */
export function box(west: number, south: number, wide = 0.2) {
  return [
    { latitude: south, longitude: west },
    { latitude: south, longitude: west + wide },
    { latitude: south + 0.2, longitude: west + wide },
    { latitude: south + 0.2, longitude: west },
  ]
}

/** A box around MACBA. */
export const HERE = box(2.1, 41.3)
/** A box around Rome. */
export const ELSEWHERE = box(12.4, 41.8)
/** Returns the time this many days from now. */
export function inDays(days: number) {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

/** Returns the date this many days from now. */
export function dayIn(days: number) {
  return inDays(days).slice(0, 10)
}

/** Creates an area as an admin and appoints its steward. Returns its id. */
export async function anArea(mod: Actor, steward: Actor | null, corners = HERE, name = 'Barcelona') {
  const area = await mod.addArea({ name, corners })
  if (steward) await mod.nameSteward(area.id, steward.username)
  return area.id
}

/** Returns the values for a bulletin that is currently active in an area. */
export function bulletin(area_id: string, more = {}) {
  return {
    area_id,
    spot_id: null,
    content: 'Cleanup Sunday 10:00',
    starts_at: inDays(-1),
    ends_at: inDays(3),
    ...more,
  }
}
