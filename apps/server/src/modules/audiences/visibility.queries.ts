import { type Audience, AUDIENCES, KNOWN_TO, type Relation, RELATIONS } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'

// Audiences that a visitor is in need no look at the viewer.
const isOpen = (audience: Audience): boolean => KNOWN_TO[audience].includes('visitor')
const namesOf = (audiences: readonly Audience[]) => sql.join(audiences.map((audience) => sql.lit(audience)))
const OPEN = AUDIENCES.filter(isOpen)
const CLOSED = AUDIENCES.filter((audience) => !isOpen(audience))

const follows = (who: RawBuilder<unknown>, whom: RawBuilder<unknown>) =>
  sql`exists (select from follows f where f.follower_id = ${who} and f.following_id = ${whom})`

const CREATOR = sql`withheld.created_by`

/** When a viewer has a relation, where none of those before it in the list fits. A block ends both follows. */
const HAS: Record<Relation, (viewer: ViewerInSql) => RawBuilder<unknown>> = {
  creator: (viewer) => sql`${CREATOR} = ${viewer}`,
  blocked: () => sql`false`,
  mutual: (viewer) => sql`${follows(viewer, CREATOR)} and ${follows(CREATOR, viewer)}`,
  member: (viewer) => sql`${viewer} is not null and not exists (select from blocks b
    where b.blocker_id = ${CREATOR} and b.blocked_id = ${viewer}
      or b.blocker_id = ${viewer} and b.blocked_id = ${CREATOR})`,
  visitor: () => sql`true`,
}

const isWithheldFrom = (viewer: ViewerInSql) => {
  const ways = RELATIONS.flatMap((relation) => {
    const audiences = CLOSED.filter((audience) => KNOWN_TO[audience].includes(relation))
    return audiences.length === 0
      ? []
      : [sql`withheld.audience in (${namesOf(audiences)}) and ${HAS[relation](viewer)}`]
  })
  return sql`withheld.audience <> all (array[${namesOf(OPEN)}]) and (${sql.join(ways, sql` or `)}) is not true`
}

/**
 * THE rule of who may know of the spot whose id is in `column` (null: of no spot), and of what hangs on it: posts, pictures,
 * comments, likes, notifications. Every query that returns any of these must have it, as it has `notBlocked` for people; a
 * rule of the house finds those without (`test/architecture/audiences.test.ts`). Spots for everybody are not looked up:
 * those that are not have an index of their own.
 */
export const mayKnow = (
  viewer: ViewerInSql,
  column: string,
): RawBuilder<boolean> => sql<boolean>`(${sql.ref(column)} is null
  or not exists (select from spots withheld where withheld.id = ${sql.ref(column)} and ${isWithheldFrom(viewer)}))`

/** Whether the spot `spot` is for everybody: for what is the same for all, as the map, its counts and the sitemap. */
export const isForEverybody = (spot: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${spot}.audience`)} = ${sql.lit(OPEN[0])}`

/** Whether a viewer (null: a visitor) may know of a spot, see {@link mayKnow}; true for unknown ids. */
export const isKnownTo = async (db: Db, viewer: string | null, spot_id: string | null): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select ${mayKnow(viewerId(viewer), 'one.id')} as known from (select ${spot_id}::uuid as id) one`.execute(
    db,
  )
  return rows[0]?.known ?? false
}
