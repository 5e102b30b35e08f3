import { type RawBuilder, sql } from 'kysely'
import { blockedOf, type ViewerInSql } from '../blocks/index.ts'

// Blocked people are few and likes may be many, or the other way round: the statement goes through the fewer of them. The
// planner does not know how many an item has, and walked through 20,000 likes for one block.
const counted = (
  blocked: RawBuilder<unknown>,
  { few, fromEverybody, fromBlocked }: Record<'few' | 'fromEverybody' | 'fromBlocked', RawBuilder<unknown>>,
): RawBuilder<number> => sql<number>`case
  when cardinality(${blocked}) = 0 then 0
  when ${few} <= cardinality(${blocked}) then (${fromEverybody})
  else (${fromBlocked}) end`

const onItem = (row: string, item: string) => sql`${sql.ref(`${row}.post_id`)} = ${sql.ref(`${item}.post_id`)}
  and ${sql.ref(`${row}.media_index`)} = ${sql.ref(`${item}.media_index`)}`

/**
 * How many likes of an item (a row of post_media named `item`) are of people across a block from the viewer; `blocked` is
 * who they are, where the statement knows it already. Looks at as many rows as the item has likes or the viewer blocks,
 * whichever is fewer.
 */
export const hiddenLikes = (
  viewer: ViewerInSql,
  item: string,
  blocked: RawBuilder<unknown> = blockedOf(viewer),
): RawBuilder<number> =>
  counted(blocked, {
    few: sql.ref(`${item}.like_count`),
    fromEverybody: sql`select count(*) from likes hidden
      where ${onItem('hidden', item)} and hidden.user_id = any (${blocked})`,
    fromBlocked: sql`select count(*) from unnest(${blocked}) person (user_id) cross join lateral (
      select from likes hidden where ${onItem('hidden', item)} and hidden.user_id = person.user_id offset 0) found`,
  })

/**
 * How many comments on an item (as for {@link hiddenLikes}) are of people across a block from the viewer, or replies to
 * theirs. Who blocks nobody and is blocked by nobody pays nothing for it.
 */
export const hiddenComments = (viewer: ViewerInSql, item: string): RawBuilder<number> => {
  const blocked = blockedOf(viewer)
  return counted(blocked, {
    few: sql.ref(`${item}.comment_count`),
    fromEverybody: sql`select count(*) from comments hidden
      where ${onItem('hidden', item)} and hidden.hidden_at is null and (hidden.user_id = any (${blocked}) or exists (
        select from comments parent where parent.id = hidden.parent_comment_id and parent.user_id = any (${blocked})))`,
    fromBlocked: sql`select count(distinct hidden.id) from unnest(${blocked}) person (user_id) cross join lateral (
        select theirs.id, theirs.hidden_at from comments theirs
        where uuid_send(theirs.post_id) = uuid_send(${sql.ref(`${item}.post_id`)})
          and theirs.media_index = ${sql.ref(`${item}.media_index`)} and theirs.user_id = person.user_id offset 0) theirs
      cross join lateral (
        select theirs.id where theirs.hidden_at is null
        union all (select reply.id from comments reply
          where reply.parent_comment_id = theirs.id and reply.hidden_at is null offset 0)) hidden`,
  })
}
