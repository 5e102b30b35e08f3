import type { SpotStateChange } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../../db/json.ts'
import type { Db } from '../../../db/open.ts'
import { preparedStatement } from '../../../db/prepared.ts'
import { VIEWER } from '../visibility.queries.ts'

/**
 * SQL for spot condition changes until time `$2` that viewer `$1` can see, newest first. Includes only each spot's
 * latest change. Part of the feed's statement, so that a page needs only one query.
 */
export const spotStateChanges: RawBuilder<SpotStateChange[] | null> = sql<SpotStateChange[] | null>`
  select json_agg(json_build_object('spot', json_build_object('id', found.id, 'name', found.name, 'city', found.city),
    'state', found.state, 'changed_at', ${moment('found.changed_at')}) order by found.changed_at desc, found.id desc)
  from (
    select s.id, s.name, s.city, c.state, c.changed_at
    from spot_state_changes c join visible_spots(${VIEWER}) s on s.id = c.spot_id
    where c.changed_at <= $2::timestamptz
      and not exists (select from spot_state_changes newer where newer.spot_id = c.spot_id and newer.day > c.day)
    order by c.changed_at desc, c.spot_id desc limit ${sql.lit(LIMITS.feed_spot_changes)}
  ) found`

const newestChanges = preparedStatement<{ items: SpotStateChange[] | null }>(
  'newest_spot_changes',
  () => sql`select (${spotStateChanges}) as items`,
)

/** Returns the newest {@link spotStateChanges} that a viewer can see. */
export async function selectNewestChanges(db: Db, viewer: string): Promise<SpotStateChange[]> {
  const [row] = await newestChanges(db, [viewer, 'infinity'])
  return row?.items ?? []
}
