import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'

/**
 * Joins the counts for the person in `column` as `counts`, with `spots_count`, `posts_count`, `followers_count`, and
 * `following_count`. They include queued changes, and exclude people that the viewer can't see.
 */
export function joinCounts(viewer: ViewerInSql, column: string): RawBuilder<unknown> {
  return sql`cross join lateral person_totals(${viewer}, ${sql.ref(column)}) counts`
}

/** A person's counts. */
export type Counts = {
  spots_count: number
  posts_count: number
  followers_count: number
  following_count: number
}

/** Returns a person's counts (see {@link joinCounts}); undefined for unknown ids. */
export async function selectCounts(db: Db, viewer: string, user_id: string): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select counts.* from (select ${user_id}::uuid as user_id) who
    ${joinCounts(viewerId(viewer), 'who.user_id')}`.execute(db)
  return rows[0]
}
