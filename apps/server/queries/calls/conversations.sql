-- conversations

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 uuid: left join visible_media ($2::uuid) cover on cover.id = s.cover_media_id
-- $3 uuid: from visible_posts ($3::uuid) p
-- $4 uuid: from visible_spots ($4::uuid) one
-- $5 uuid: from visible_spots ($5::uuid) one
-- $6 uuid: from visible_media ($6::uuid) m
-- $7 uuid: from visible_lists ($7::uuid, "m"."list_link") l
-- $8 uuid: from visible_message_sides ($8::uuid) mine
-- $9 boolean: where mine.accepted = $9
-- $10 bigint: limit $10
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
          'shared', case
            when m.shared is not null then json_build_object(
              'kind', m.shared,
              'spot', (
                select json_build_object(
                    'id', s.id,
                    'name', s.name,
                    'city', s.city,
                    'photo', case
                      when cover.status = 'ready' then media_json ("cover")
                    end
                  )
                from visible_spots ($1::uuid) s
                  left join visible_media ($2::uuid) cover on cover.id = s.cover_media_id
                where s.id = m.spot_id
              ),
              'post', (
                select json_build_object(
                    'id', p.id,
                    'media_index', m.media_index,
                    'user', person_json ("author"),
                    'title', p.title,
                    'spot_id', p.spot_id,
                    'media', case
                      when md.status in ('processing', 'ready') then media_json ("md")
                    end
                  )
                from visible_posts ($3::uuid) p
                  join profiles author on author.user_id = p.user_id
                  join post_media pm on pm.post_id = p.id
                  and pm.media_index = m.media_index
                  left join media md on md.id = pm.media_id
                where p.id = m.post_id
              ),
              'list', (
                select json_build_object(
                    'id', l.id,
                    'key', case
                      when l.link = "m"."list_link" then l.link
                      else l.id::text
                    end,
                    'user', person_json ("owner"),
                    'name', l.name,
                    'spots_count', (
                      select count(*)
                      from (select * from list_spots named where named.list_id = l.id) ls
                        cross join lateral (
                          select *
                          from visible_spots ($4::uuid) one
                          where one.id = ls.spot_id
                          offset 0
                        ) s
                    ),
                    'photo', (
                      select media_json ("cover"."item")
                      from (select * from list_spots named where named.list_id = l.id) ls
                        cross join lateral (
                          select *
                          from visible_spots ($5::uuid) one
                          where one.id = ls.spot_id
                          offset 0
                        ) s
                        cross join lateral (
                          select m as item
                          from visible_media ($6::uuid) m
                          where m.id = s.cover_media_id
                          offset 0
                        ) cover
                      order by ls.position,
                        ls.added_at,
                        ls.spot_id
                      limit 1
                    )
                  )
                from visible_lists ($7::uuid, "m"."list_link") l
                  join profiles owner on owner.user_id = l.user_id
                where l.id = "m"."list_id"
              )
            )
          end,
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
    from visible_message_sides ($8::uuid) mine
    where mine.accepted = $9
      and not mine.is_empty
    order by mine.last_message_at desc,
      mine.thread_id desc
    limit $10
  ) mine
  join message_sides theirs on theirs.thread_id = mine.thread_id
  and theirs.user_id = mine.other_id
  join profiles who on who.user_id = mine.other_id
order by mine.last_message_at desc,
  mine.thread_id desc

-- ../prepared/viewer_by_token.sql
