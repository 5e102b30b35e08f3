import type { SpotState } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'

/** The viewer's id in this module's prepared statements, always $1. */
export const VIEWER = sql`$1::uuid`

/** Derives a spot's condition from its columns. */
export function selectSpotState(spot: string): RawBuilder<SpotState> {
  const columns = ['status', 'spot_state', 'source'].map((column) => sql.ref(`${spot}.${column}`))
  return sql<SpotState>`spot_state(${sql.join(columns)})`
}
