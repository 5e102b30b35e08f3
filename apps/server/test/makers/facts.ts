import type { Marks, SpotFacts } from '@nollie/contract'
import { sql } from 'kysely'
import { v4, v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import type { Actor } from '../actors/actor.ts'

async function insertFacts(db: Db, spot_id: string): Promise<void> {
  await sql`insert into spot_facts (spot_id, qk) select id, qk from spots where id = ${spot_id}
    on conflict do nothing`.execute(db)
}

/** Inserts an obstacle at a spot. Returns its id and the id of the spot's first photo. */
export async function anObstacle(
  db: Db,
  spot_id: string,
): Promise<{ obstacle_id: string; media_id: string }> {
  await insertFacts(db, spot_id)
  const obstacle_id = v4()
  const bare = { height_cm: null, length_cm: null, stairs: null, angle: null, material: null }
  const row = { ...bare, waxed: null, knobbed: null, kind: 'ledge' as const }
  await db
    .insertInto('spot_obstacles')
    .values({ ...row, spot_id, id: obstacle_id, since: 1 })
    .execute()
  const { rows } = await sql<{ media_id: string }>`
    select pm.media_id from posts p join post_media pm on pm.post_id = p.id
    where p.spot_id = ${spot_id} and pm.media_id is not null limit 1`.execute(db)
  return { obstacle_id, media_id: rows[0]?.media_id ?? '' }
}

/** Inserts a person's suggested or applied change to a spot's facts. */
export async function aFactChange(
  db: Db,
  spot_id: string,
  { user_id, state }: { user_id: string; state: 'open' | 'applied' },
): Promise<string> {
  await insertFacts(db, spot_id)
  const id = uuid()
  const isApplied = state === 'applied'
  const { rows } = await sql<{ version: number }>`
    update spot_facts set version = version + ${isApplied ? 1 : 0}::int where spot_id = ${spot_id}
    returning version`.execute(db)
  await db
    .insertInto('fact_suggestions')
    .values({
      id,
      spot_id,
      user_id,
      state,
      fields: ['water'],
      undoes: null,
      patch: JSON.stringify({ water: true }),
      before: isApplied ? JSON.stringify({ water: null }) : null,
      version: isApplied ? (rows[0]?.version ?? 1) : null,
      applied_at: isApplied ? new Date() : null,
    })
    .execute()
  return id
}

const MARKS: Marks = {
  deck: [
    { x: 0.3, y: 0.7 },
    { x: 0.5, y: 0.7 },
  ],
  face: null,
  height: [
    { x: 0.4, y: 0.4 },
    { x: 0.4, y: 0.6 },
  ],
}

/** Inserts a person's measurement of an obstacle. */
export async function aMeasurement(db: Db, spot_id: string, user_id: string): Promise<string> {
  const id = uuid()
  const where = await anObstacle(db, spot_id)
  const sums = { height_cm: 40, height_error_cm: 2, length_cm: null, length_error_cm: null }
  await db
    .insertInto('measurements')
    .values({ id, spot_id, user_id, ...where, ...sums, deck_cm: 80, marks: JSON.stringify(MARKS) })
    .execute()
  return id
}

/** Makes all accounts a few days old, because new accounts have no vote. */
export function grownUp({ db }: { db: Db }) {
  return db.updateTable('users').set({ created_at: sql`now() - interval '3 days'` }).execute()
}

/** Returns the id of the nth open suggestion. Empty if there is none. */
export function getSuggestionId({ suggestions }: SpotFacts, n = 0): string {
  return suggestions[n]?.id ?? ''
}

/** Returns the newest change to a spot's facts. */
export async function newestChange(who: Actor, spot: string) {
  return (await who.getFactHistory(spot)).items[0]
}
