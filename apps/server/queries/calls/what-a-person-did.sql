-- what a person did

-- $1 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
-- $2 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible

-- $1 uuid: join visible_posts ($1::uuid) p on p.id = entry.post_id
-- $2 uuid: where uuid_send (entry.user_id) = uuid_send ($2::uuid)
-- $3 uuid: "parent"."user_id" <> all (array(select b from blocked_people ($3::uuid) b))
-- $4 bigint: limit $4
-- $5 uuid: join visible_posts ($5::uuid) p on p.id = entry.post_id
-- $6 uuid: where uuid_send (entry.user_id) = uuid_send ($6::uuid)
-- $7 bigint: limit $7
-- $8 uuid: from visible_spots ($8::uuid) entry
-- $9 uuid: where entry.created_by = $9::uuid
-- $10 bigint: limit $10
-- $11 uuid: from visible_posts ($11::uuid) p
-- $12 uuid: where p.user_id = $12::uuid
-- $13 bigint: limit $13
-- $14 uuid: where entry.following_id = $14::uuid
-- $15 uuid: "entry"."follower_id" <> all (array(select b from blocked_people ($15::uuid) b))
-- $16 bigint: limit $16
-- $17 bigint: limit $17
select id,
  type,
  to_char("created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  post,
  spot,
  person,
  content,
  count,
  videos
from (
    (
      select entry.id,
        'comment' as type,
        entry.created_at,
        json_build_object(
          'id', p.id,
          'kind', p.kind,
          'title', p.title,
          'media_index', item.media_index,
          'media', case
            when m.status in ('processing', 'ready') then json_build_object(
              'id', "m"."id",
              'type', "m"."type",
              'status', "m"."status",
              'base', case
                when "m"."thumbhash" is not null then '/media/' || "m"."key"
              end,
              'url', case
                when "m"."status" = 'ready' then '/media/' || "m"."key" || case "m"."type"
                  when 'video' then '/video.mp4'
                  else '/1080.webp'
                end
              end,
              'width', "m"."width",
              'height', "m"."height",
              'thumbhash', "m"."thumbhash",
              'duration', "m"."duration",
              'failure', "m"."failure"
            )
          end,
          'user', json_build_object(
            'user_id', "who"."user_id",
            'username', "who"."username",
            'full_name', "who"."full_name",
            'avatar_url', "who"."avatar_url"
          )
        )::json as post,
        case
          when s.id is not null then json_build_object('id', s.id, 'name', s.name)
        end::json as spot,
        null::json as person,
        entry.content::text as content,
        null::int as count,
        null::int as videos
      from comments entry
        join visible_posts ($1::uuid) p on p.id = entry.post_id
        join profiles who on who.user_id = p.user_id
        left join post_media item on item.post_id = p.id
        and item.media_index = entry.media_index
        left join media m on m.id = item.media_id
        left join spots s on s.id = p.spot_id
        and s.deleted_at is null
        left join comments parent on parent.id = entry.parent_comment_id
      where uuid_send (entry.user_id) = uuid_send ($2::uuid)
        and entry.hidden_at is null
        and (
          parent.id is null
          or (
            "parent"."user_id" <> all (array(select b from blocked_people ($3::uuid) b))
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = "parent"."user_id"
                and hidden_profile.is_hidden
            )
          )
        )
      order by entry.created_at desc
      limit $4
    )
    union all
    (
      select entry.id,
        'like' as type,
        entry.created_at,
        json_build_object(
          'id', p.id,
          'kind', p.kind,
          'title', p.title,
          'media_index', item.media_index,
          'media', case
            when m.status in ('processing', 'ready') then json_build_object(
              'id', "m"."id",
              'type', "m"."type",
              'status', "m"."status",
              'base', case
                when "m"."thumbhash" is not null then '/media/' || "m"."key"
              end,
              'url', case
                when "m"."status" = 'ready' then '/media/' || "m"."key" || case "m"."type"
                  when 'video' then '/video.mp4'
                  else '/1080.webp'
                end
              end,
              'width', "m"."width",
              'height', "m"."height",
              'thumbhash', "m"."thumbhash",
              'duration', "m"."duration",
              'failure', "m"."failure"
            )
          end,
          'user', json_build_object(
            'user_id', "who"."user_id",
            'username', "who"."username",
            'full_name', "who"."full_name",
            'avatar_url', "who"."avatar_url"
          )
        )::json as post,
        case
          when s.id is not null then json_build_object('id', s.id, 'name', s.name)
        end::json as spot,
        null::json as person,
        null::text as content,
        null::int as count,
        null::int as videos
      from likes entry
        join visible_posts ($5::uuid) p on p.id = entry.post_id
        join profiles who on who.user_id = p.user_id
        left join post_media item on item.post_id = p.id
        and item.media_index = entry.media_index
        left join media m on m.id = item.media_id
        left join spots s on s.id = p.spot_id
        and s.deleted_at is null
      where uuid_send (entry.user_id) = uuid_send ($6::uuid)
      order by entry.created_at desc
      limit $7
    )
    union all
    (
      select entry.id,
        'spot_shared' as type,
        entry.created_at,
        null::json as post,
        json_build_object('id', entry.id, 'name', entry.name)::json as spot,
        null::json as person,
        null::text as content,
        null::int as count,
        null::int as videos
      from visible_spots ($8::uuid) entry
      where entry.created_by = $9::uuid
      order by entry.created_at desc,
        entry.id desc
      limit $10
    )
    union all
    (
      select entry.id,
        'media_added' as type,
        entry.created_at,
        json_build_object(
          'id', p.id,
          'kind', p.kind,
          'title', p.title,
          'media_index', item.media_index,
          'media', case
            when m.status in ('processing', 'ready') then json_build_object(
              'id', "m"."id",
              'type', "m"."type",
              'status', "m"."status",
              'base', case
                when "m"."thumbhash" is not null then '/media/' || "m"."key"
              end,
              'url', case
                when "m"."status" = 'ready' then '/media/' || "m"."key" || case "m"."type"
                  when 'video' then '/video.mp4'
                  else '/1080.webp'
                end
              end,
              'width', "m"."width",
              'height', "m"."height",
              'thumbhash', "m"."thumbhash",
              'duration', "m"."duration",
              'failure', "m"."failure"
            )
          end,
          'user', json_build_object(
            'user_id', "who"."user_id",
            'username', "who"."username",
            'full_name', "who"."full_name",
            'avatar_url', "who"."avatar_url"
          )
        )::json as post,
        case
          when s.id is not null then json_build_object('id', s.id, 'name', s.name)
        end::json as spot,
        null::json as person,
        null::text as content,
        entry.files::int as count,
        entry.videos::int as videos
      from (
          select p.*,
            files.count as files,
            files.videos,
            files.first as media_index
          from visible_posts ($11::uuid) p
            cross join lateral (
              select count(*),
                count(*) filter (where m.type = 'video') as videos,
                min(pm.media_index) as first
              from post_media pm
                join media m on m.id = pm.media_id
              where pm.post_id = p.id
                and m.status in ('processing', 'ready')
            ) files
          where p.user_id = $12::uuid
            and p.kind in ('media', 'cover', 'profile_picture')
            and files.count > 0
          order by p.created_at desc,
            p.id desc
          limit $13
        ) entry
        join posts p on p.id = entry.id
        join profiles who on who.user_id = p.user_id
        left join post_media item on item.post_id = p.id
        and item.media_index = entry.media_index
        left join media m on m.id = item.media_id
        left join spots s on s.id = p.spot_id
        and s.deleted_at is null
    )
    union all
    (
      select entry.id,
        'follow' as type,
        entry.created_at,
        null::json as post,
        null::json as spot,
        json_build_object(
          'user_id', "follower"."user_id",
          'username', "follower"."username",
          'full_name', "follower"."full_name",
          'avatar_url', "follower"."avatar_url"
        )::json as person,
        null::text as content,
        null::int as count,
        null::int as videos
      from follows entry
        join profiles follower on follower.user_id = entry.follower_id
      where entry.following_id = $14::uuid
        and (
          "entry"."follower_id" <> all (array(select b from blocked_people ($15::uuid) b))
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "entry"."follower_id"
              and hidden_profile.is_hidden
          )
        )
      order by entry.created_at desc
      limit $16
    )
  ) activity
order by activity.created_at desc,
  id desc
limit $17

-- ../prepared/viewer_by_token.sql
