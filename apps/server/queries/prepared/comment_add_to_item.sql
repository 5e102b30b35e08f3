-- $1 text: select pg_try_advisory_xact_lock(hashtextextended ($1::text || ' ' || $2::text, 0)) as ours
-- $2 text: select pg_try_advisory_xact_lock(hashtextextended ($1::text || ' ' || $2::text, 0)) as ours
-- $3 text: $3::text,
-- $4 uuid: select $4::uuid,
-- $5 text: $5::text
-- $6 uuid: join comments_by_visible_people ($1::uuid) c on c.id = $6::uuid
-- $7 text[]: join visible_people (c.user_id) p on lower(p.username collate "C") = any ($7::text[])
-- $8 uuid: where pm.post_id = $8::uuid
-- $9 integer: and pm.media_index = $9::int
with once as materialized (
    select pg_try_advisory_xact_lock(hashtextextended ($1::text || ' ' || $2::text, 0)) as ours
  ),
  known as materialized (
    select request_hash,
      answer
    from idempotency_keys
    where user_id = $1::uuid
      and key = $2::text
  ),
  subject as materialized (
    select subject.*
    from (
        select pm.post_id,
          pm.media_index,
          null::uuid as discussion_id,
          p.user_id as owner_id
        from post_media pm
          join visible_posts ($1::uuid) p on p.id = pm.post_id
        where pm.post_id = $8::uuid
          and pm.media_index = $9::int
      ) subject
    where ((select ours from once) and not exists (select from known))
  ),
  parent as materialized (
    select c.id,
      c.user_id
    from subject
      join comments_by_visible_people ($1::uuid) c on c.id = $6::uuid
      and c.post_id is not distinct from subject.post_id
      and c.media_index is not distinct from subject.media_index
      and c.discussion_id is not distinct from subject.discussion_id
    where c.parent_comment_id is null
  ),
  made as (
    insert into comments (id, post_id, media_index, discussion_id, user_id, parent_comment_id, content)
    select $4::uuid,
      post_id,
      media_index,
      discussion_id,
      $1::uuid,
      $6::uuid,
      $5::text
    from subject
    where $6::uuid is null
      or exists (select from parent)
    returning *
  ),
  meant as (
    insert into mentions (comment_id, user_id, username)
    select c.id,
      p.user_id,
      lower(p.username collate "C")
    from "made" c
      join visible_people (c.user_id) p on lower(p.username collate "C") = any ($7::text[])
    order by 3
    on conflict do nothing
    returning user_id,
      username
  ),
  candidate as (
    select 1 as position,
      'comment_reply' as type,
      user_id,
      id as target
    from parent
    union all
    select 2,
      'comment', owner_id,
      coalesce(post_id, discussion_id)
    from subject
    union all
    (select 3, 'mention', user_id, $4::uuid from meant order by username limit 10)
  ),
  notified as (
    insert into notifications (id, user_id, type, from_user_id, target_id, media_index, post_id, comment_id, discussion_id)
    select distinct
      on (recipient.user_id) gen_random_uuid(),
      recipient.user_id,
      recipient.type,
      c.user_id,
      recipient.target,
      coalesce(c.media_index, 0),
      c.post_id,
      c.id,
      c.discussion_id
    from "made" c
      cross join "candidate" recipient
    where exists (
        select from may_be_notified (recipient.user_id, recipient.type, c.user_id, c.post_id, c.discussion_id)
      )
    order by recipient.user_id,
      recipient.position
    on conflict on constraint notifications_once_a_day do update
    set comment_id = excluded.comment_id,
      created_at = excluded.created_at,
      read_at = null
    returning id,
      user_id,
      type
  ),
  appended as (
    insert into events (topic, name, data)
    select 'user:' || user_id,
      'notification', jsonb_build_object('kind', 'created', 'type', type, 'notification_id', id)
    from notified
    returning pg_notify ('nollie_events', '')
  ),
  answer as (
    select json_build_object(
        'id', c.id,
        'post_id', c.post_id,
        'media_index', c.media_index,
        'discussion_id', c.discussion_id,
        'user_id', c.user_id,
        'user', person_json ("who"),
        'content', c.content,
        'mentions', (
          select coalesce(
              json_agg(json_build_object('username', username, 'user_id', user_id) order by username),
              '[]'
            )
          from meant
        ),
        'parent_comment_id', c.parent_comment_id,
        'likes_count', 0,
        'liked', false,
        'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'updated_at', to_char("c"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) as answer
    from made c
      join profiles who on who.user_id = c.user_id
  ),
  remembered as (
    insert into idempotency_keys (user_id, key, request_hash, answer)
    select $1::uuid,
      $2::text,
      $3::text,
      answer::jsonb
    from answer
  )
select once.ours,
  known.request_hash,
  coalesce(known.answer, answer.answer::jsonb) as answer
from once
  left join known on true
  left join answer on true
