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
import { Refusal } from '../../platform/http/index.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'

// For audiences that include visitors, the viewer doesn't need to be checked.
const isOpen = (audience: Audience): boolean => KNOWN_TO[audience].includes('visitor')
const joinNames = (audiences: readonly Audience[]) => sql.join(audiences.map((audience) => sql.lit(audience)))
const OPEN = AUDIENCES.filter(isOpen)
const CLOSED = AUDIENCES.filter((audience) => !isOpen(audience))

const follows = (who: RawBuilder<unknown>, whom: RawBuilder<unknown>) =>
  sql`exists (select from follows f where f.follower_id = ${who} and f.following_id = ${whom})`

/** Whether a person is a member of the crew whose id is in `column`; false for null. */
export const isInCrew = (person: ViewerInSql, column: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from crew_members in_crew where in_crew.crew_id = ${sql.ref(column)} and in_crew.user_id = ${person})`

/** Whether a person has access to the list `list`, because they own it or it's shared with one of their crews. */
export const isOfList = (person: ViewerInSql, list: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from editable_lists(${person}) editable where editable.id = ${sql.ref(`${list}.id`)} offset 0)`

const notAcross = (viewer: ViewerInSql, creator: RawBuilder<unknown>) => sql`not exists (select from blocks b
  where b.blocker_id = ${creator} and b.blocked_id = ${viewer} or b.blocker_id = ${viewer} and b.blocked_id = ${creator})`

/** A row with an audience: its alias in the statement, and the column with its creator's id. */
type Subject = { row: string; by: string }

/** SQL conditions for each relation between a viewer and a subject. A block ends follows in both directions. */
const HAS: Record<Relation, (viewer: ViewerInSql, subject: Subject) => RawBuilder<unknown>> = {
  creator: (viewer, { by }) => sql`${sql.ref(by)} = ${viewer}`,
  blocked: () => sql`false`,
  mutual: (viewer, { by }) => sql`${follows(viewer, sql.ref(by))} and ${follows(sql.ref(by), viewer)}`,
  crew: (viewer, { row, by }) =>
    sql`${isInCrew(viewer, `${row}.crew_id`)} and ${notAcross(viewer, sql.ref(by))}`,
  member: (viewer, { by }) => sql`${viewer} is not null and ${notAcross(viewer, sql.ref(by))}`,
  visitor: () => sql`true`,
}

/** Whether a viewer is in a subject's audience. The column contains one of `audiences`. */
const isIn = (
  viewer: ViewerInSql,
  column: RawBuilder<unknown>,
  subject: Subject,
  audiences: readonly Audience[],
) => {
  const ways = RELATIONS.flatMap((relation) => {
    const having = audiences.filter((audience) => KNOWN_TO[audience].includes(relation))
    return having.length === 0
      ? []
      : [sql`${column} in (${joinNames(having)}) and ${HAS[relation](viewer, subject)}`]
  })
  return sql`(${sql.join(ways, sql` or `)})`
}

const isWithheldFrom = (viewer: ViewerInSql, subject: Subject) => {
  const audience = sql.ref(`${subject.row}.audience`)
  return sql`${audience} <> all (array[${joinNames(OPEN)}]) and ${isIn(viewer, audience, subject, CLOSED)} is not true`
}

/**
 * The single rule for who can see the spot whose id is in `column` (null: no spot) and its content: photos, comments,
 * likes, and notifications. Every query that returns any of these must include it, like `notBlocked` for people. A test
 * finds queries without it (`test/architecture/audiences.test.ts`). Public spots don't need a lookup, because a
 * separate index contains only the others. For posts, use {@link mayKnowPost}.
 */
export const mayKnow = (
  viewer: ViewerInSql,
  column: string,
): RawBuilder<boolean> => sql<boolean>`(${sql.ref(column)} is null
  or not exists (select from withheld_spots(${viewer}) withheld where withheld.id = ${sql.ref(column)} offset 0))`

/**
 * Whether a viewer who can see the spot `spot` can also see its exact position. Meaningless for spots whose exact
 * position is public. Used only by the spots module's `positions.queries.ts`, which reads exact positions.
 */
export const isExactFor = (viewer: ViewerInSql, spot: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${isIn(
    viewer,
    sql.ref(`${spot}.exact_for`),
    { row: spot, by: `${spot}.created_by` },
    EXACT_AUDIENCES,
  )}, false)`

/**
 * Whether a viewer can see a post: they must be able to see its spot and be in the post's own audience. `post` is the
 * row's alias in the statement. Every query that returns posts or their content must include this condition.
 */
export const mayKnowPost = (viewer: ViewerInSql, post: string): RawBuilder<boolean> => sql<boolean>`(
  ${mayKnow(viewer, `${post}.spot_id`)} and not (${isWithheldFrom(viewer, { row: post, by: `${post}.user_id` })}))`

/** Whether the spot or post `row` is public. For shared data such as the map, its counts, and the sitemap. */
export const isForEverybody = (row: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.audience`)} = ${sql.lit(OPEN[0])}`

/** Whether a viewer (null: a visitor) can see a spot (see {@link mayKnow}); true for unknown ids. */
export const isKnownTo = async (db: Db, viewer: string | null, spot_id: string | null): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select ${mayKnow(viewerId(viewer), 'one.id')} as known from (select ${spot_id}::uuid as id) one`.execute(
    db,
  )
  return rows[0]?.known ?? false
}

/**
 * Whether a spot exists and a viewer (null: a visitor) can see it. Runs a single query that does the same work for
 * missing and invisible spots. Call it before locking a spot or reading its data.
 */
export const isSpotFor = async (db: Db, viewer: string | null, spot_id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from visible_spots(${viewerId(viewer)}) s where s.id = ${spot_id}`.execute(db)
  return rows.length > 0
}

/** Requires {@link isSpotFor} to be true. @throws Refusal SPOT_NOT_FOUND */
export const requireSpotFor = async (db: Db, viewer: string | null, spot_id: string): Promise<void> => {
  if (!(await isSpotFor(db, viewer, spot_id))) throw new Refusal('SPOT_NOT_FOUND')
}

/** Whether a viewer (null: a visitor) can see a post, even a hidden one; see {@link mayKnowPost}. */
export const isPostKnownTo = async (db: Db, viewer: string | null, post_id: string): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select ${mayKnowPost(viewerId(viewer), 'p')} as known from posts p where p.id = ${post_id}`.execute(db)
  return rows[0]?.known ?? false
}
