import { type RawBuilder, sql } from 'kysely'
import { MAX_MENTIONS } from '../mentions/index.ts'

/**
 * SQL for a comment's recipients and their notification types: the parent comment's author, the subject's owner, and
 * mentioned people. A person with several roles gets one notification, for the first role in this order. Part of the
 * statement that adds the comment, which defines `parent`, `subject`, and `meant`.
 */
export function recipientsInSql(
  ownerType: 'comment' | 'discussion_comment',
  comment_id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select 1 as position, 'comment_reply' as type, user_id, id as target from parent
    union all
    select 2, ${sql.lit(ownerType)}, owner_id, coalesce(post_id, discussion_id) from subject
    union all
    (select 3, 'mention', user_id, ${comment_id} from meant order by username limit ${sql.lit(MAX_MENTIONS)})`
}
