import { type RawBuilder, sql } from 'kysely'
import { blockedOf, type ViewerInSql } from '../blocks/index.ts'

/**
 * How many likes of an item (a row of post_media named `item`) are of people across a block from the viewer; `blocked` is
 * who they are, where the statement knows it already.
 */
export const hiddenLikes = (
  viewer: ViewerInSql,
  item: string,
  blocked: RawBuilder<unknown> = blockedOf(viewer),
): RawBuilder<number> => sql<number>`case when cardinality(${blocked}) = 0 then 0 else (
  select count(*) from likes hidden
  where hidden.post_id = ${sql.ref(`${item}.post_id`)} and hidden.media_index = ${sql.ref(`${item}.media_index`)}
    and hidden.user_id = any (${blocked})) end`

/**
 * How many comments on an item are of people across a block from the viewer, or replies to theirs. Who blocks nobody
 * and is blocked by nobody pays nothing for it.
 */
export const hiddenComments = (viewer: ViewerInSql, item: string): RawBuilder<number> => {
  const onIt = (comment: string) => sql`${sql.ref(`${comment}.post_id`)} = ${sql.ref(`${item}.post_id`)}
    and ${sql.ref(`${comment}.media_index`)} = ${sql.ref(`${item}.media_index`)}`
  const blocked = blockedOf(viewer)
  return sql<number>`case when cardinality(${blocked}) = 0 then 0 else (
    select count(*) from comments hidden
    where ${onIt('hidden')} and hidden.hidden_at is null and (hidden.user_id = any (${blocked}) or exists (
      select from comments parent where parent.id = hidden.parent_comment_id and parent.user_id = any (${blocked})))
  ) end`
}
