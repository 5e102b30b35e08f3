import { type RawBuilder, sql } from 'kysely'
import { notBlocked, type ViewerInSql } from '../blocks/index.ts'

/** The viewer of a prepared statement. */
export const VIEWER = sql`$1::uuid`

/** The viewer may see a post joined as `p`. */
export const shownTo = (viewer: ViewerInSql): RawBuilder<boolean> =>
  sql<boolean>`p.hidden_at is null and ${notBlocked(viewer, 'p.user_id')}`
/** The same for the viewer `$1` of a prepared statement. */
export const shown = shownTo(VIEWER)
