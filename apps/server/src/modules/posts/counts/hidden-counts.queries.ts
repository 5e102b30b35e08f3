import { type RawBuilder, sql } from 'kysely'
import { selectBlockedIds, type ViewerInSql } from '../../blocks/index.ts'

// There may be many blocked people or many likes on an item, so the statement scans the smaller set. The planner can't
// estimate how many likes an item has, and scanned 20,000 for a single block.
const counted = (
  blocked: RawBuilder<unknown>,
  { rowCount, scan, probes }: Record<'rowCount' | 'scan' | 'probes', RawBuilder<unknown>>,
): RawBuilder<number> => sql<number>`case
  when cardinality(${blocked}) = 0 then 0
  when ${rowCount} <= cardinality(${blocked}) then (${scan})
  else (${probes}) end`

/**
 * SQL that counts an item's likes by people with a block between them and the viewer. The item is a row of post_media
 * named `item`. Pass `blocked` if the statement already has these people. Reads the item's likes or the viewer's
 * blocks, whichever there are fewer of.
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

// Selects the comment `theirs` and its replies as `hidden`, except those that moderators hid.
const AND_REPLIES = sql`cross join lateral (
  select theirs.id where theirs.hidden_at is null
  union all (select reply.id from comments reply
    where reply.parent_comment_id = theirs.id and reply.hidden_at is null offset 0)) hidden`

/**
 * SQL that counts an item's comments by people with a block between them and the viewer, plus replies to those comments
 * (see {@link hiddenLikes}). Costs nothing if there are no blocks.
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
  // `is true` makes the scan use the item's index. Otherwise the planner scans once per person.
  return counted(blocked, {
    rowCount: sql.ref(`${item}.comment_count`),
    scan: withReplies(sql`(select theirs.id, theirs.hidden_at from comments theirs
      where ${onItem} and (theirs.user_id = any (${blocked})) is true offset 0) theirs`),
    probes: withReplies(sql`unnest(${blocked}) person (user_id) cross join lateral (
      select theirs.id, theirs.hidden_at from comments theirs
      where ${onItem} and theirs.user_id = person.user_id offset 0) theirs`),
  })
}

/** SQL for the hidden likes and comments on a page of posts. See {@link hiddenCounts}. */
type HiddenCounts = {
  /** Two CTEs that the other parts use. */
  parts: RawBuilder<unknown>
  /** The number of likes on an item by blocked people; `item` is the alias of its row in post_media. */
  likes: (item: string) => RawBuilder<number>
  /** The number of comments on an item by blocked people, plus replies to those comments. */
  comments: (item: string) => RawBuilder<number>
}

/**
 * Builds SQL for a whole page's {@link hiddenLikes} and {@link hiddenComments}: one index scan per person in `blocked`
 * rather than per person and item. `page` is an array of the posts' ids.
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
