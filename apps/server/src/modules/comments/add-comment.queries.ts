import type { Reply } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { eventsInSql } from '../../db/events.ts'
import { idempotentStatement, isFirstTry, onceInSql } from '../../db/idempotent.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { mentionsOfCommentInSql, parseNames } from '../mentions/index.ts'
import { notifyOfCommentInSql } from '../notifications/index.ts'
import { recipientsInSql } from './comment-recipients.queries.ts'
import { commentJson, type NewComment } from './comments.queries.ts'

const AUTHOR = sql`$1::uuid`

/**
 * Handles an entire request in one statement. Checks that the author can see the subject and the parent comment.
 * Inserts the comment, its mentions, and its notifications with their events. Stores the response under the request's
 * key. Parameters: `$4` id, `$5` content, `$6` parent comment, `$7` names, `$8` and above: subject.
 */
function statement(subject: RawBuilder<unknown>, ownerType: 'comment' | 'discussion_comment') {
  return onceInSql<Reply>(sql`
  subject as materialized (select subject.* from (${subject}) subject where ${isFirstTry}), parent as materialized (
    select c.id, c.user_id from subject join comments_by_visible_people(${AUTHOR}) c on c.id = $6::uuid
      and c.post_id is not distinct from subject.post_id and c.media_index is not distinct from subject.media_index
      and c.discussion_id is not distinct from subject.discussion_id
    where c.parent_comment_id is null
  ), made as (
    insert into comments (id, post_id, media_index, discussion_id, user_id, parent_comment_id, content)
    select $4::uuid, post_id, media_index, discussion_id, ${AUTHOR}, $6::uuid, $5::text from subject
    where $6::uuid is null or exists (select from parent)
    returning *
  ), ${mentionsOfCommentInSql('made', sql`$7::text[]`)}, candidate as (${recipientsInSql(ownerType, sql`$4::uuid`)}
  ), ${notifyOfCommentInSql('made', 'candidate')}, ${eventsInSql(sql`
    select 'user:' || user_id, 'notification',
      jsonb_build_object('kind', 'created', 'type', type, 'notification_id', id)
    from notified`)}, answer as (
    select ${commentJson({
      mentions: sql`(select coalesce(json_agg(json_build_object('username', username, 'user_id', user_id)
        order by username), '[]') from meant)`,
      likes: sql`0`,
      liked: sql`false`,
    })} as answer
    from made c join profiles who on who.user_id = c.user_id
  )`)
}

const addToItem = preparedStatement('comment_add_to_item', () =>
  statement(
    sql`select pm.post_id, pm.media_index, null::uuid as discussion_id, p.user_id as owner_id
      from post_media pm join visible_posts(${AUTHOR}) p on p.id = pm.post_id
      where pm.post_id = $8::uuid and pm.media_index = $9::int`,
    'comment',
  ),
)

// The trigger updates the comment count in the discussion's row. Locking that row first prevents a deadlock with
// deletions of its comments.
const addToDiscussion = preparedStatement('comment_add_to_discussion', () =>
  statement(
    sql`select null::uuid as post_id, null::smallint as media_index, d.id as discussion_id, d.user_id as owner_id
      from discussions d
      where d.id = $8::uuid and d.hidden_at is null
        and exists (select from visible_people(${AUTHOR}) owner where owner.user_id = d.user_id offset 0)
      for no key update of d`,
    'discussion_comment',
  ),
)

/**
 * Adds a comment and returns it; idempotent by key. Returns undefined if the author can't see the subject or the parent
 * comment, or if the parent comment isn't on this subject.
 * @throws Refusal IN_PROGRESS, KEY_REUSED
 */
export function insertCommentOnce(
  db: Db,
  { id, user_id, content, parent_comment_id, ...subject }: NewComment,
  { key, body }: { key: string; body: unknown },
): Promise<Reply | undefined> {
  return idempotentStatement({ user_id, key, body }, (once) => {
    const values = [...once, id, content, parent_comment_id, parseNames(content)]
    return subject.post_id === null
      ? addToDiscussion(db, [...values, subject.discussion_id])
      : addToItem(db, [...values, subject.post_id, subject.media_index])
  })
}
