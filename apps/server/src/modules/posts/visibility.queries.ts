import { type RawBuilder, sql } from 'kysely'
import { mayKnowPost } from '../audiences/index.ts'
import { notBlocked, type ViewerInSql } from '../blocks/index.ts'

/** The viewer of a prepared statement. */
export const VIEWER = sql`$1::uuid`

/** The viewer can see a post joined as `p`, and its spot. */
export const shownTo = (viewer: ViewerInSql): RawBuilder<boolean> =>
  sql<boolean>`p.hidden_at is null and ${notBlocked(viewer, 'p.user_id')} and ${mayKnowPost(viewer, 'p')}`
/** The same for the viewer `$1` of a prepared statement. */
export const shown = shownTo(VIEWER)
