import { type RawBuilder, sql } from 'kysely'
import { blockedOf, type ViewerInSql } from '../blocks/index.ts'

// Blocked people are few and likes may be many, or the other way round: the statement goes through the fewer of them. The
// planner does not know how many an item has, and walked through 20,000 likes for one block.
const counted = (
  blocked: RawBuilder<unknown>,
  { few, walk, looks }: Record<'few' | 'walk' | 'looks', RawBuilder<unknown>>,
): RawBuilder<number> => sql<number>`case
  when cardinality(${blocked}) = 0 then 0
  when ${few} <= cardinality(${blocked}) then (${walk})
  else (${looks}) end`

/**
 * How many likes of an item (a row of post_media named `item`) are of people across a block from the viewer; `blocked` is
 * who they are, where the statement knows it already. Looks at as many rows as the item has likes or the viewer blocks,
 * whichever is fewer.
 */
export const hiddenLikes = (
  viewer: ViewerInSql,
  item: string,
  blocked: RawBuilder<unknown> = blockedOf(viewer),
): RawBuilder<number> => {
  const likesOf = (people: RawBuilder<unknown>) => sql`from likes hidden
    where hidden.post_id = ${sql.ref(`${item}.post_id`)} and hidden.media_index = ${sql.ref(`${item}.media_index`)}
      and hidden.user_id = ${people}`
  return counted(blocked, {
    few: sql.ref(`${item}.like_count`),
    walk: sql`select count(*) ${likesOf(sql`any (${blocked})`)}`,
    looks: sql`select count(*) from unnest(${blocked}) person (user_id)
      cross join lateral (select ${likesOf(sql`person.user_id`)} offset 0) found`,
  })
}

// Of a comment `theirs`: itself and its replies, as far as moderators do not hide them, as `hidden`.
const AND_REPLIES = sql`cross join lateral (
  select theirs.id where theirs.hidden_at is null
  union all (select reply.id from comments reply
    where reply.parent_comment_id = theirs.id and reply.hidden_at is null offset 0)) hidden`

/**
 * How many comments on an item (as for {@link hiddenLikes}) are of people across a block from the viewer, or replies to
 * theirs. Who blocks nobody and is blocked by nobody pays nothing for it.
 */
export const hiddenComments = (
  viewer: ViewerInSql,
  item: string,
  blocked: RawBuilder<unknown> = blockedOf(viewer),
): RawBuilder<number> => {
  const onItem = sql`theirs.post_id = ${sql.ref(`${item}.post_id`)}
    and theirs.media_index = ${sql.ref(`${item}.media_index`)}`
  const withReplies = (theirs: RawBuilder<unknown>) =>
    sql`select count(distinct hidden.id) from ${theirs} ${AND_REPLIES}`
  // `is true` keeps the walk on the item's index, where a look for each person would be as many walks.
  return counted(blocked, {
    few: sql.ref(`${item}.comment_count`),
    walk: withReplies(sql`(select theirs.id, theirs.hidden_at from comments theirs
      where ${onItem} and (theirs.user_id = any (${blocked})) is true offset 0) theirs`),
    looks: withReplies(sql`unnest(${blocked}) person (user_id) cross join lateral (
      select theirs.id, theirs.hidden_at from comments theirs
      where ${onItem} and theirs.user_id = person.user_id offset 0) theirs`),
  })
}

/** What people across a block said and liked on the posts of a page, for {@link hiddenCounts}. */
type HiddenCounts = {
  /** Two parts of a `with`. */
  parts: RawBuilder<unknown>
  /** How many likes of an item (a row of post_media of that name) are theirs. */
  likes: (item: string) => RawBuilder<number>
  /** How many comments on it are theirs, or replies to theirs. */
  comments: (item: string) => RawBuilder<number>
}

/**
 * The same as {@link hiddenLikes} and {@link hiddenComments} for a page of posts at once: one walk for each person in
 * `blocked`, which goes from post to post inside an index, instead of one for each person and item. `page` has the ids of
 * the posts, as an array.
 */
export const hiddenCounts = (blocked: RawBuilder<unknown>, page: RawBuilder<unknown>): HiddenCounts => {
  const theirs = (columns: RawBuilder<unknown>, table: string) => sql`unnest(${blocked}) person (user_id)
    cross join lateral (select ${columns} from ${sql.table(table)} talk
      where talk.user_id = person.user_id and talk.post_id = any (${page}) offset 0) theirs`
  const of = (table: string) => (item: string) =>
    sql<number>`coalesce((select talk.count from ${sql.table(table)} talk
    where talk.post_id = ${sql.ref(`${item}.post_id`)} and talk.media_index = ${sql.ref(`${item}.media_index`)}), 0)`
  return {
    parts: sql`hidden_likes as materialized (
        select post_id, media_index, count(*) from ${theirs(sql`post_id, media_index`, 'likes')} group by 1, 2
      ), hidden_comments as materialized (
        select theirs.post_id, theirs.media_index, count(distinct hidden.id)
        from ${theirs(sql`id, hidden_at, post_id, media_index`, 'comments')} ${AND_REPLIES} group by 1, 2
      )`,
    likes: of('hidden_likes'),
    comments: of('hidden_comments'),
  }
}
