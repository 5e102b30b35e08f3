import { type RawBuilder, sql } from 'kysely'
import { selectBlockedIds, type ViewerInSql } from '../../blocks/index.ts'

// PostgreSQL inlines a function only if its arguments contain no subqueries, so the people are read in FROM.
function count(
  item: string,
  blocked: RawBuilder<unknown>,
  { by, column, total }: Record<'by' | 'column' | 'total', string>,
): RawBuilder<number> {
  return sql<number>`(
  select hidden.${sql.ref(column)} from (select ${blocked} as ids offset 0) across
  cross join lateral ${sql.raw(by)}(across.ids, ${sql.ref(`${item}.post_id`)}, ${sql.ref(`${item}.media_index`)},
    ${sql.ref(`${item}.${total}`)}) hidden)`
}

/**
 * SQL that counts an item's likes by people with a block between them and the viewer. The item is a row of post_media
 * named `item`. Reads the item's likes or the viewer's blocks, whichever there are fewer of.
 */
export function hiddenLikes(viewer: ViewerInSql, item: string): RawBuilder<number> {
  return count(item, selectBlockedIds(viewer), { by: 'likes_by', column: 'likes', total: 'like_count' })
}

/**
 * SQL that counts an item's comments by people with a block between them and the viewer, plus replies to those comments
 * (see {@link hiddenLikes}). Costs nothing if there are no blocks.
 */
export function hiddenComments(viewer: ViewerInSql, item: string): RawBuilder<number> {
  return count(item, selectBlockedIds(viewer), {
    by: 'comments_by',
    column: 'comments',
    total: 'comment_count',
  })
}

/** SQL for the hidden likes and comments on a page of posts. See {@link hiddenCounts}. */
type HiddenCounts = {
  /** The CTE `hidden`, which has one row of `hidden_on`, and the CTE that it uses. */
  parts: RawBuilder<unknown>
  /** The number of likes on an item by blocked people; `item` is the alias of its row in post_media. */
  likes: (item: string) => RawBuilder<number>
  /** The number of comments on an item by blocked people, plus replies to those comments. */
  comments: (item: string) => RawBuilder<number>
}

/**
 * Builds SQL for a whole page's {@link hiddenLikes} and {@link hiddenComments}: one index scan per person rather than
 * per person and item. The statement has a CTE `across` with the array `ids` of the blocked people. `page` is an array
 * of the posts' ids.
 */
export function hiddenCounts(page: RawBuilder<unknown>): HiddenCounts {
  const of = (column: string) => (item: string) =>
    sql<number>`coalesce(((select ${sql.ref(column)} from hidden)
    ->> (${sql.ref(`${item}.post_id`)} || ' ' || ${sql.ref(`${item}.media_index`)}))::bigint, 0)`
  return {
    parts: sql`shown as materialized (select ${page} as ids), hidden as materialized (
        select h.* from across, shown cross join lateral hidden_on(shown.ids, across.ids) h
      )`,
    likes: of('likes'),
    comments: of('comments'),
  }
}
