import { type RawBuilder, sql } from 'kysely'
import { mayKnowPost } from '../audiences/index.ts'
import { notBlocked, type ViewerInSql } from '../blocks/index.ts'

/** The viewer's id in a prepared statement. */
export const VIEWER = sql`$1::uuid`

/** Condition that the viewer can see the post `p` and its spot. */
export const shownTo = (viewer: ViewerInSql): RawBuilder<boolean> =>
  sql<boolean>`p.hidden_at is null and ${notBlocked(viewer, 'p.user_id')} and ${mayKnowPost(viewer, 'p')}`
/** The same condition for viewer `$1` in a prepared statement. */
export const shown = shownTo(VIEWER)
