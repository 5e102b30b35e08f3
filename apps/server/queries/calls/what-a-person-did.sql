-- what a person did

-- $1 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
-- $2 uuid: select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible
select exists (select from visible_people ($1::uuid) p where p.user_id = $2) as visible

-- $1 uuid: from visible_comments ($1::uuid) entry
-- $2 uuid: join visible_posts ($2::uuid) p on p.id = entry.post_id
-- $3 uuid: where uuid_send (entry.user_id) = uuid_send ($3::uuid)
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
-- $14 uuid: join visible_people ($14::uuid) follower on follower.user_id = entry.follower_id
-- $15 uuid: where entry.following_id = $15::uuid
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
        item.post::json as post,
        item.spot::json as spot,
        null::json as person,
        entry.content::text as content,
        null::int as count,
        null::int as videos
      from visible_comments ($1::uuid) entry
        join visible_posts ($2::uuid) p on p.id = entry.post_id
        cross join lateral acted_post (p, entry.media_index) item
      where uuid_send (entry.user_id) = uuid_send ($3::uuid)
      order by entry.created_at desc
      limit $4
    )
    union all
    (
      select entry.id,
        'like' as type,
        entry.created_at,
        item.post::json as post,
        item.spot::json as spot,
        null::json as person,
        null::text as content,
        null::int as count,
        null::int as videos
      from likes entry
        join visible_posts ($5::uuid) p on p.id = entry.post_id
        cross join lateral acted_post (p, entry.media_index) item
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
        item.post::json as post,
        item.spot::json as spot,
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
        cross join lateral acted_post (p, entry.media_index) item
    )
    union all
    (
      select entry.id,
        'follow' as type,
        entry.created_at,
        null::json as post,
        null::json as spot,
        person_json ("follower")::json as person,
        null::text as content,
        null::int as count,
        null::int as videos
      from follows entry
        join visible_people ($14::uuid) follower on follower.user_id = entry.follower_id
      where entry.following_id = $15::uuid
      order by entry.created_at desc
      limit $16
    )
  ) activity
order by activity.created_at desc,
  id desc
limit $17

-- ../prepared/viewer_by_token.sql
