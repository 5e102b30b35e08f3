import {
  type Audience,
  AUDIENCES,
  EXACT_AUDIENCES,
  KNOWN_TO,
  type Relation,
  RELATIONS,
} from '@nollie/contract'
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

/** When a viewer has a relation to a creator, where none of those before it in the list fits. A block ends both follows. */
const HAS: Record<Relation, (viewer: ViewerInSql, creator: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  creator: (viewer, creator) => sql`${creator} = ${viewer}`,
  blocked: () => sql`false`,
  mutual: (viewer, creator) => sql`${follows(viewer, creator)} and ${follows(creator, viewer)}`,
  member: (viewer, creator) => sql`${viewer} is not null and not exists (select from blocks b
    where b.blocker_id = ${creator} and b.blocked_id = ${viewer}
      or b.blocker_id = ${viewer} and b.blocked_id = ${creator})`,
  visitor: () => sql`true`,
}

/** Whether a viewer is in the audience, one of `audiences`, that a column of a creator's spot names. */
const isIn = (
  viewer: ViewerInSql,
  { column, creator }: Record<'column' | 'creator', RawBuilder<unknown>>,
  audiences: readonly Audience[],
) => {
  const ways = RELATIONS.flatMap((relation) => {
    const having = audiences.filter((audience) => KNOWN_TO[audience].includes(relation))
    return having.length === 0
      ? []
      : [sql`${column} in (${namesOf(having)}) and ${HAS[relation](viewer, creator)}`]
  })
  return sql`(${sql.join(ways, sql` or `)})`
}

const WITHHELD = { column: sql`withheld.audience`, creator: sql`withheld.created_by` }

const isWithheldFrom = (viewer: ViewerInSql) =>
  sql`withheld.audience <> all (array[${namesOf(OPEN)}]) and ${isIn(viewer, WITHHELD, CLOSED)} is not true`

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

/**
 * Whether a viewer who may know of the spot `spot` is among those who see it exactly, by the same table; of a spot that is
 * shown exactly to all this says nothing. Asked by `positions.queries.ts` of spots alone, where exact positions are read.
 */
export const isExactFor = (viewer: ViewerInSql, spot: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${isIn(
    viewer,
    { column: sql.ref(`${spot}.exact_for`), creator: sql.ref(`${spot}.created_by`) },
    EXACT_AUDIENCES,
  )}, false)`

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
