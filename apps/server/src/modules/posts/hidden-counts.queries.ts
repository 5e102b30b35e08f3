import { type RawBuilder, sql } from 'kysely'
import { selectBlockedIds, type ViewerInSql } from '../blocks/index.ts'

// Either the blocked people or an item's likes can be many, so the statement goes through the fewer. The planner does
// not know how many likes an item has, and scanned 20,000 of them for one block.
const counted = (
  blocked: RawBuilder<unknown>,
  { rowCount, scan, probes }: Record<'rowCount' | 'scan' | 'probes', RawBuilder<unknown>>,
): RawBuilder<number> => sql<number>`case
  when cardinality(${blocked}) = 0 then 0
  when ${rowCount} <= cardinality(${blocked}) then (${scan})
  else (${probes}) end`

/**
 * The number of likes of an item (a row of post_media named `item`) by people across a block from the viewer; pass
 * `blocked` if the statement already has them. Reads as many rows as the item has likes or the viewer has blocks,
 * whichever is fewer.
 */
export const hiddenLikes = (
  viewer: ViewerInSql,
  item: string,
  blocked: RawBuilder<unknown> = selectBlockedIds(viewer),
): RawBuilder<number> => {
  const selectLikes = (people: RawBuilder<unknown>) => sql`from likes hidden
    where hidden.post_id = ${sql.ref(`${item}.post_id`)} and hidden.media_index = ${sql.ref(`${item}.media_index`)}
      and hidden.user_id = ${people}`
  return counted(blocked, {
    rowCount: sql.ref(`${item}.like_count`),
    scan: sql`select count(*) ${selectLikes(sql`any (${blocked})`)}`,
    probes: sql`select count(*) from unnest(${blocked}) person (user_id)
      cross join lateral (select ${selectLikes(sql`person.user_id`)} offset 0) found`,
  })
}

// The comment `theirs` and its replies, except those that moderators hid, as `hidden`.
const AND_REPLIES = sql`cross join lateral (
  select theirs.id where theirs.hidden_at is null
  union all (select reply.id from comments reply
    where reply.parent_comment_id = theirs.id and reply.hidden_at is null offset 0)) hidden`

/**
 * The number of comments on an item (see {@link hiddenLikes}) by people across a block from the viewer, and of replies
 * to them. Costs nothing without a block.
 */
export const hiddenComments = (
  viewer: ViewerInSql,
  item: string,
  blocked: RawBuilder<unknown> = selectBlockedIds(viewer),
): RawBuilder<number> => {
  const onItem = sql`theirs.post_id = ${sql.ref(`${item}.post_id`)}
    and theirs.media_index = ${sql.ref(`${item}.media_index`)}`
  const withReplies = (theirs: RawBuilder<unknown>) =>
    sql`select count(distinct hidden.id) from ${theirs} ${AND_REPLIES}`
  // `is true` makes the scan use the item's index; otherwise the planner scans once per person.
  return counted(blocked, {
    rowCount: sql.ref(`${item}.comment_count`),
    scan: withReplies(sql`(select theirs.id, theirs.hidden_at from comments theirs
      where ${onItem} and (theirs.user_id = any (${blocked})) is true offset 0) theirs`),
    probes: withReplies(sql`unnest(${blocked}) person (user_id) cross join lateral (
      select theirs.id, theirs.hidden_at from comments theirs
      where ${onItem} and theirs.user_id = person.user_id offset 0) theirs`),
  })
}

/** SQL for the hidden likes and comments on the posts of a page, see {@link hiddenCounts}. */
type HiddenCounts = {
  /** Two CTEs. */
  parts: RawBuilder<unknown>
  /** The number of likes by blocked people on an item (a row of post_media with that name). */
  likes: (item: string) => RawBuilder<number>
  /** The number of comments on it by blocked people, and of replies to them. */
  comments: (item: string) => RawBuilder<number>
}

/**
 * Like {@link hiddenLikes} and {@link hiddenComments}, for a page of posts together: one index scan for each person in
 * `blocked`, instead of one for each person and item. `page` is an array of the posts' ids.
 */
export const hiddenCounts = (blocked: RawBuilder<unknown>, page: RawBuilder<unknown>): HiddenCounts => {
  const theirs = (columns: RawBuilder<unknown>, table: string) => sql`unnest(${blocked}) person (user_id)
    cross join lateral (select ${columns} from ${sql.table(table)} own
      where own.user_id = person.user_id and own.post_id = any (${page}) offset 0) theirs`
  const of = (table: string) => (item: string) =>
    sql<number>`coalesce((select counted.count from ${sql.table(table)} counted
    where counted.post_id = ${sql.ref(`${item}.post_id`)} and counted.media_index = ${sql.ref(`${item}.media_index`)}), 0)`
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
