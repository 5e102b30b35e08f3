-- messages

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 uuid: join visible_posts ($2::uuid) shown on shown.id = of_post.post_id
-- $3 uuid: from visible_posts ($3::uuid) p
-- $4 uuid: from visible_spots ($4::uuid) one
-- $5 uuid: from visible_spots ($5::uuid) one
-- $6 uuid: join visible_posts ($6::uuid) shown on shown.id = of_post.post_id
-- $7 uuid: l.user_id = $7::uuid
-- $8 uuid: and in_crew.user_id = $8::uuid
-- $9 uuid: "l"."user_id" <> all (array(select b from blocked_people ($9::uuid) b))
-- $10 uuid: where mine.user_id = $10::uuid
-- $11 uuid: "mine"."other_id" <> all (array(select b from blocked_people ($11::uuid) b))
-- $12 uuid: and mine.thread_id = $12
-- $13 integer: and m.seq < $13::int
-- $14 bigint: limit $14
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
                when cover.status = 'ready' then json_build_object(
                  'id', "cover"."id",
                  'type', "cover"."type",
                  'status', "cover"."status",
                  'base', case
                    when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                  end,
                  'url', case
                    when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                      when 'video' then '/video.mp4'
                      else '/1080.webp'
                    end
                  end,
                  'width', "cover"."width",
                  'height', "cover"."height",
                  'thumbhash', "cover"."thumbhash",
                  'duration', "cover"."duration",
                  'failure', "cover"."failure"
                )
              end
            )
          from visible_spots ($1::uuid) s
            left join media cover on cover.id = s.cover_media_id
            and exists (
              select from post_media of_post
                join visible_posts ($2::uuid) shown on shown.id = of_post.post_id
              where of_post.media_id = "cover"."id"
            )
          where s.id = m.spot_id
        ),
        'post', (
          select json_build_object(
              'id', p.id,
              'media_index', m.media_index,
              'user', json_build_object(
                'user_id', "author"."user_id",
                'username', "author"."username",
                'full_name', "author"."full_name",
                'avatar_url', "author"."avatar_url"
              ),
              'title', p.title,
              'spot_id', p.spot_id,
              'media', case
                when md.status in ('processing', 'ready') then json_build_object(
                  'id', "md"."id",
                  'type', "md"."type",
                  'status', "md"."status",
                  'base', case
                    when "md"."thumbhash" is not null then '/media/' || "md"."key"
                  end,
                  'url', case
                    when "md"."status" = 'ready' then '/media/' || "md"."key" || case "md"."type"
                      when 'video' then '/video.mp4'
                      else '/1080.webp'
                    end
                  end,
                  'width', "md"."width",
                  'height', "md"."height",
                  'thumbhash', "md"."thumbhash",
                  'duration', "md"."duration",
                  'failure', "md"."failure"
                )
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
              'user', json_build_object(
                'user_id', "owner"."user_id",
                'username', "owner"."username",
                'full_name', "owner"."full_name",
                'avatar_url', "owner"."avatar_url"
              ),
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
                select json_build_object(
                    'id', "cover"."id",
                    'type', "cover"."type",
                    'status', "cover"."status",
                    'base', case
                      when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                    end,
                    'url', case
                      when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                        when 'video' then '/video.mp4'
                        else '/1080.webp'
                      end
                    end,
                    'width', "cover"."width",
                    'height', "cover"."height",
                    'thumbhash', "cover"."thumbhash",
                    'duration', "cover"."duration",
                    'failure', "cover"."failure"
                  )
                from (select * from list_spots named where named.list_id = l.id) ls
                  cross join lateral (
                    select *
                    from visible_spots ($5::uuid) one
                    where one.id = ls.spot_id
                    offset 0
                  ) s
                  cross join lateral (
                    select m.*
                    from media m
                    where m.id = s.cover_media_id
                      and exists (
                        select from post_media of_post
                          join visible_posts ($6::uuid) shown on shown.id = of_post.post_id
                        where of_post.media_id = "m"."id"
                      )
                    offset 0
                  ) cover
                order by ls.position,
                  ls.added_at,
                  ls.spot_id
                limit 1
              )
            )
          from lists l
            join profiles owner on owner.user_id = l.user_id
          where l.id = "m"."list_id"
            and (
              l.user_id = $7::uuid
              or (
                (
                  l.visibility = 'public'
                  or exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "l"."crew_id"
                      and in_crew.user_id = $8::uuid
                  )
                )
                or l.visibility = 'link'
                and l.link = "m"."list_link"
              )
              and l.hidden_at is null
              and (
                "l"."user_id" <> all (array(select b from blocked_people ($9::uuid) b))
                and not exists (
                  select from profiles hidden_profile
                  where hidden_profile.user_id = "l"."user_id"
                    and hidden_profile.is_hidden
                )
              )
            )
        )
      )
    end,
    'created_at', to_char("m"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'deleted_at', to_char("m"."deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as message
from message_sides mine
  join messages m on m.thread_id = mine.thread_id
  and m.seq > mine.cleared_seq
where mine.user_id = $10::uuid
  and (
    "mine"."other_id" <> all (array(select b from blocked_people ($11::uuid) b))
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "mine"."other_id"
        and hidden_profile.is_hidden
    )
  )
  and mine.thread_id = $12
  and m.seq < $13::int
order by m.seq desc
limit $14

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 uuid: join visible_posts ($2::uuid) shown on shown.id = of_post.post_id
-- $3 uuid: from visible_posts ($3::uuid) p
-- $4 uuid: from visible_spots ($4::uuid) one
-- $5 uuid: from visible_spots ($5::uuid) one
-- $6 uuid: join visible_posts ($6::uuid) shown on shown.id = of_post.post_id
-- $7 uuid: l.user_id = $7::uuid
-- $8 uuid: and in_crew.user_id = $8::uuid
-- $9 uuid: "l"."user_id" <> all (array(select b from blocked_people ($9::uuid) b))
-- $10 uuid: where mine.user_id = $10::uuid
-- $11 uuid: "mine"."other_id" <> all (array(select b from blocked_people ($11::uuid) b))
-- $12 uuid: and mine.thread_id = $12
select json_build_object(
    'id', mine.thread_id,
    'user', json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    ),
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
                      when cover.status = 'ready' then json_build_object(
                        'id', "cover"."id",
                        'type', "cover"."type",
                        'status', "cover"."status",
                        'base', case
                          when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                        end,
                        'url', case
                          when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                            when 'video' then '/video.mp4'
                            else '/1080.webp'
                          end
                        end,
                        'width', "cover"."width",
                        'height', "cover"."height",
                        'thumbhash', "cover"."thumbhash",
                        'duration', "cover"."duration",
                        'failure', "cover"."failure"
                      )
                    end
                  )
                from visible_spots ($1::uuid) s
                  left join media cover on cover.id = s.cover_media_id
                  and exists (
                    select from post_media of_post
                      join visible_posts ($2::uuid) shown on shown.id = of_post.post_id
                    where of_post.media_id = "cover"."id"
                  )
                where s.id = m.spot_id
              ),
              'post', (
                select json_build_object(
                    'id', p.id,
                    'media_index', m.media_index,
                    'user', json_build_object(
                      'user_id', "author"."user_id",
                      'username', "author"."username",
                      'full_name', "author"."full_name",
                      'avatar_url', "author"."avatar_url"
                    ),
                    'title', p.title,
                    'spot_id', p.spot_id,
                    'media', case
                      when md.status in ('processing', 'ready') then json_build_object(
                        'id', "md"."id",
                        'type', "md"."type",
                        'status', "md"."status",
                        'base', case
                          when "md"."thumbhash" is not null then '/media/' || "md"."key"
                        end,
                        'url', case
                          when "md"."status" = 'ready' then '/media/' || "md"."key" || case "md"."type"
                            when 'video' then '/video.mp4'
                            else '/1080.webp'
                          end
                        end,
                        'width', "md"."width",
                        'height', "md"."height",
                        'thumbhash', "md"."thumbhash",
                        'duration', "md"."duration",
                        'failure', "md"."failure"
                      )
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
                    'user', json_build_object(
                      'user_id', "owner"."user_id",
                      'username', "owner"."username",
                      'full_name', "owner"."full_name",
                      'avatar_url', "owner"."avatar_url"
                    ),
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
                      select json_build_object(
                          'id', "cover"."id",
                          'type', "cover"."type",
                          'status', "cover"."status",
                          'base', case
                            when "cover"."thumbhash" is not null then '/media/' || "cover"."key"
                          end,
                          'url', case
                            when "cover"."status" = 'ready' then '/media/' || "cover"."key" || case "cover"."type"
                              when 'video' then '/video.mp4'
                              else '/1080.webp'
                            end
                          end,
                          'width', "cover"."width",
                          'height', "cover"."height",
                          'thumbhash', "cover"."thumbhash",
                          'duration', "cover"."duration",
                          'failure', "cover"."failure"
                        )
                      from (select * from list_spots named where named.list_id = l.id) ls
                        cross join lateral (
                          select *
                          from visible_spots ($5::uuid) one
                          where one.id = ls.spot_id
                          offset 0
                        ) s
                        cross join lateral (
                          select m.*
                          from media m
                          where m.id = s.cover_media_id
                            and exists (
                              select from post_media of_post
                                join visible_posts ($6::uuid) shown on shown.id = of_post.post_id
                              where of_post.media_id = "m"."id"
                            )
                          offset 0
                        ) cover
                      order by ls.position,
                        ls.added_at,
                        ls.spot_id
                      limit 1
                    )
                  )
                from lists l
                  join profiles owner on owner.user_id = l.user_id
                where l.id = "m"."list_id"
                  and (
                    l.user_id = $7::uuid
                    or (
                      (
                        l.visibility = 'public'
                        or exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "l"."crew_id"
                            and in_crew.user_id = $8::uuid
                        )
                      )
                      or l.visibility = 'link'
                      and l.link = "m"."list_link"
                    )
                    and l.hidden_at is null
                    and (
                      "l"."user_id" <> all (array(select b from blocked_people ($9::uuid) b))
                      and not exists (
                        select from profiles hidden_profile
                        where hidden_profile.user_id = "l"."user_id"
                          and hidden_profile.is_hidden
                      )
                    )
                  )
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
from message_sides mine
  join message_sides theirs on theirs.thread_id = mine.thread_id
  and theirs.user_id = mine.other_id
  join profiles who on who.user_id = mine.other_id
where mine.user_id = $10::uuid
  and (
    "mine"."other_id" <> all (array(select b from blocked_people ($11::uuid) b))
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "mine"."other_id"
        and hidden_profile.is_hidden
    )
  )
  and mine.thread_id = $12

-- ../prepared/viewer_by_token.sql
