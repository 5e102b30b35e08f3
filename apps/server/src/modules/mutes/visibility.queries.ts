import { type RawBuilder, sql } from 'kysely'
import type { ViewerInSql } from '../blocks/index.ts'

/** Condition that the viewer doesn't mute a person; looks the muted people up once per statement. */
export function isNotMuted(viewer: ViewerInSql, user_id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${user_id} <> all (array(select m from muted_people(${viewer}) m))`
}
