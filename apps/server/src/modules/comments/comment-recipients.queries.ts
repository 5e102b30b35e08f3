import { type RawBuilder, sql } from 'kysely'
import { MAX_MENTIONS } from '../mentions/index.ts'

/**
 * The recipients of a comment's notification, and the type: the author of the comment replied to, the owner of the
 * subject, the people mentioned. A person with several roles gets one notification, for the first. Part of the
 * statement that adds the comment, which has `parent`, `subject`, and `meant`.
 */
export const recipientsInSql = (
  ownerType: 'comment' | 'discussion_comment',
  comment_id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
    select 1 as position, 'comment_reply' as type, user_id, id as target from parent
    union all
    select 2, ${sql.lit(ownerType)}, owner_id, coalesce(post_id, discussion_id) from subject
    union all
    (select 3, 'mention', user_id, ${comment_id} from meant order by username limit ${sql.lit(MAX_MENTIONS)})`
