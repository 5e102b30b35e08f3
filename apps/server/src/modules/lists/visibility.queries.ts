import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'

/** A person's rights to a list. `own`: everything. `change`: add and remove spots. `read`: view, copy, and export. */
export type ListRight = { id: string; right: 'own' | 'change' | 'read' }

const LINK = /^[0-9a-f]{32}$/

/** Whether a list's key is its link, not its id. */
export function isLink(key: string): boolean {
  return LINK.test(key)
}

/**
 * The single rule for who can do what with a list, found by its id or link (docs/decisions/0110-lists.md). Returns
 * undefined if the list is private, belongs to another crew, was found by an outdated link, or is hidden by moderators.
 * Also returns undefined if its owner is suspended or scheduled for deletion, or if there is a block between the owner
 * and the viewer.
 */
export async function findListRight(
  db: Db,
  viewer: string | null,
  key: string,
): Promise<ListRight | undefined> {
  const me = viewerId(viewer)
  const named = isLink(key)
    ? sql`visible_lists(${me}, ${key}) l where l.link = ${key}`
    : sql`visible_lists(${me}) l where l.id = ${key}::uuid`
  const { rows } = await sql<ListRight>`
    select l.id, case when l.user_id = ${me} then 'own' when l.visibility = 'crew' then 'change' else 'read' end as right
    from ${named}`.execute(db)
  return rows[0]
}

/**
 * SQL for the spots in a list that a viewer can see, except deleted ones; `ls` are list entries, and `s` are spots.
 * Looks up each spot individually, because lists are short, and the planner chose to read all spots for a join.
 */
export function knownSpots(viewer: ViewerInSql, list: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from list_spots named where named.list_id = ${list}) ls
    cross join lateral (select * from visible_spots(${viewer}) one where one.id = ls.spot_id offset 0) s`
}
