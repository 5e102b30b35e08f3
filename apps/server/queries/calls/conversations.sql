-- conversations

-- $1 uuid: 'shared', (select shared from message_share ($1::uuid, m)),
-- $2 uuid: from visible_message_sides ($2::uuid) mine
-- $3 boolean: where mine.accepted = $3
-- $4 bigint: limit $4
select json_build_object(
    'id', mine.thread_id,
    'user', person_json ("who"),
    'box', case
      when mine.accepted then 'inbox'
      else 'requests'
    end,
    'accepted_by_other', theirs.accepted,
    'last_message', (
      select json_build_object(
          'id', m.id,
          'thread_id', m.thread_id,
          'seq', m.seq,
          'user_id', m.user_id,
          'content', m.content,
          'shared', (select shared from message_share ($1::uuid, m)),
          'created_at', to_char("m"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'deleted_at', to_char("m"."deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
      from messages m
      where m.thread_id = mine.thread_id
        and m.seq > mine.cleared_seq
      order by m.seq desc
      limit 1
    ),
    'unread_count', mine.unread_count,
    'read_seq', mine.read_seq,
    'read_seq_of_other', case
      when theirs.accepted then theirs.read_seq
      else 0
    end,
    'last_message_at', to_char("mine"."last_message_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_muted', mine.is_muted
  ) as thread
from (
    select *
    from visible_message_sides ($2::uuid) mine
    where mine.accepted = $3
      and not mine.is_empty
    order by mine.last_message_at desc,
      mine.thread_id desc
    limit $4
  ) mine
  join message_sides theirs on theirs.thread_id = mine.thread_id
  and theirs.user_id = mine.other_id
  join profiles who on who.user_id = mine.other_id
order by mine.last_message_at desc,
  mine.thread_id desc

-- ../prepared/viewer_by_token.sql
