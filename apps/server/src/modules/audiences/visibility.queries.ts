import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'

/** Whether a person is a member of the crew whose id is in `column`; false for null. */
export function isInCrew(person: ViewerInSql, column: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
  select from crew_members in_crew where in_crew.crew_id = ${sql.ref(column)} and in_crew.user_id = ${person})`
}

/** Whether the spot or post `row` is public. For shared data such as the map, its counts, and the sitemap. */
export function isForEverybody(row: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${row}.audience`)} = 'everybody'`
}

/** Whether a viewer (null: a visitor) is in a spot's audience; true for unknown ids. */
export async function isKnownTo(db: Db, viewer: string | null, spot_id: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from withheld_spots(${viewerId(viewer)}) withheld where withheld.id = ${spot_id}`.execute(db)
  return rows.length === 0
}

/**
 * Whether a spot exists and a viewer (null: a visitor) can see it. Runs a single query that does the same work for
 * missing and invisible spots. Call it before locking a spot or reading its data.
 */
export async function isSpotFor(db: Db, viewer: string | null, spot_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from visible_spots(${viewerId(viewer)}) s where s.id = ${spot_id}`.execute(db)
  return rows.length > 0
}

/** Requires {@link isSpotFor} to be true. @throws Refusal SPOT_NOT_FOUND */
export async function requireSpotFor(db: Db, viewer: string | null, spot_id: string): Promise<void> {
  if (!(await isSpotFor(db, viewer, spot_id))) throw new Refusal('SPOT_NOT_FOUND')
}

/**
 * Whether a post exists and a viewer (null: a visitor) is in the audiences of the post and its spot, even if moderators
 * hid the post.
 */
export async function isPostKnownTo(db: Db, viewer: string | null, post_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from posts p where p.id = ${post_id}
      and not exists (select from withheld_posts(${viewerId(viewer)}) withheld where withheld.id = p.id)`.execute(
    db,
  )
  return rows.length > 0
}
