-- what a person did

-- $1 uuid: where p.user_id = $1
-- $2 uuid: where b.blocker_id = $2::uuid
-- $3 uuid: where b.blocked_id = $3::uuid
select exists (
    select from profiles p
    where p.user_id = $1
      and (
        "p"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $2::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $3::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "p"."user_id"
            and hidden_profile.is_hidden
        )
      )
  ) as visible

-- $1 uuid: where uuid_send (entry.user_id) = uuid_send ($1::uuid)
-- $2 uuid: where b.blocker_id = $2::uuid
-- $3 uuid: where b.blocked_id = $3::uuid
-- $4 uuid: and withheld.created_by = $4::uuid
-- $5 uuid: where f.follower_id = $5::uuid
-- $6 uuid: and f.following_id = $6::uuid
-- $7 uuid: and $7::uuid is not null
-- $8 uuid: and b.blocked_id = $8::uuid
-- $9 uuid: or b.blocker_id = $9::uuid
-- $10 uuid: where b.blocker_id = $10::uuid
-- $11 uuid: where b.blocked_id = $11::uuid
-- $12 bigint: limit $12
-- $13 uuid: where uuid_send (entry.user_id) = uuid_send ($13::uuid)
-- $14 uuid: where b.blocker_id = $14::uuid
-- $15 uuid: where b.blocked_id = $15::uuid
-- $16 uuid: and withheld.created_by = $16::uuid
-- $17 uuid: where f.follower_id = $17::uuid
-- $18 uuid: and f.following_id = $18::uuid
-- $19 uuid: and $19::uuid is not null
-- $20 uuid: and b.blocked_id = $20::uuid
-- $21 uuid: or b.blocker_id = $21::uuid
-- $22 bigint: limit $22
-- $23 uuid: where entry.created_by = $23::uuid
-- $24 uuid: and withheld.created_by = $24::uuid
-- $25 uuid: where f.follower_id = $25::uuid
-- $26 uuid: and f.following_id = $26::uuid
-- $27 uuid: and $27::uuid is not null
-- $28 uuid: and b.blocked_id = $28::uuid
-- $29 uuid: or b.blocker_id = $29::uuid
-- $30 bigint: limit $30
-- $31 uuid: where p.user_id = $31::uuid
-- $32 uuid: and withheld.created_by = $32::uuid
-- $33 uuid: where f.follower_id = $33::uuid
-- $34 uuid: and f.following_id = $34::uuid
-- $35 uuid: and $35::uuid is not null
-- $36 uuid: and b.blocked_id = $36::uuid
-- $37 uuid: or b.blocker_id = $37::uuid
-- $38 bigint: limit $38
-- $39 uuid: where entry.following_id = $39::uuid
-- $40 uuid: where b.blocker_id = $40::uuid
-- $41 uuid: where b.blocked_id = $41::uuid
-- $42 bigint: limit $42
-- $43 bigint: limit $43
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
        join posts p on p.id = entry.post_id
        join profiles who on who.user_id = p.user_id
        left join post_media item on item.post_id = p.id
        and item.media_index = entry.media_index
        left join media m on m.id = item.media_id
        left join spots s on s.id = p.spot_id
        and s.deleted_at is null
        left join comments parent on parent.id = entry.parent_comment_id
      where uuid_send (entry.user_id) = uuid_send ($1::uuid)
        and entry.hidden_at is null
        and p.hidden_at is null
        and (
          "p"."user_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $2::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $3::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "p"."user_id"
              and hidden_profile.is_hidden
          )
        )
        and (
          "p"."spot_id" is null
          or not exists (
            select from spots withheld
            where withheld.id = "p"."spot_id"
              and withheld.audience <> all (array['everybody'])
              and (
                withheld.audience in ('members', 'mutuals', 'only_me')
                and withheld.created_by = $4::uuid
                or withheld.audience in ('members', 'mutuals')
                and exists (
                  select from follows f
                  where f.follower_id = $5::uuid
                    and f.following_id = withheld.created_by
                )
                and exists (
                  select from follows f
                  where f.follower_id = withheld.created_by
                    and f.following_id = $6::uuid
                )
                or withheld.audience in ('members')
                and $7::uuid is not null
                and not exists (
                  select from blocks b
                  where b.blocker_id = withheld.created_by
                    and b.blocked_id = $8::uuid
                    or b.blocker_id = $9::uuid
                    and b.blocked_id = withheld.created_by
                )
              ) is not true
          )
        )
        and (
          parent.id is null
          or (
            "parent"."user_id" <> all (
              array(
                select b.blocked_id
                from blocks b
                where b.blocker_id = $10::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $11::uuid
              )
            )
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = "parent"."user_id"
                and hidden_profile.is_hidden
            )
          )
        )
      order by entry.created_at desc
      limit $12
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
        join posts p on p.id = entry.post_id
        join profiles who on who.user_id = p.user_id
        left join post_media item on item.post_id = p.id
        and item.media_index = entry.media_index
        left join media m on m.id = item.media_id
        left join spots s on s.id = p.spot_id
        and s.deleted_at is null
      where uuid_send (entry.user_id) = uuid_send ($13::uuid)
        and p.hidden_at is null
        and (
          "p"."user_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $14::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $15::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "p"."user_id"
              and hidden_profile.is_hidden
          )
        )
        and (
          "p"."spot_id" is null
          or not exists (
            select from spots withheld
            where withheld.id = "p"."spot_id"
              and withheld.audience <> all (array['everybody'])
              and (
                withheld.audience in ('members', 'mutuals', 'only_me')
                and withheld.created_by = $16::uuid
                or withheld.audience in ('members', 'mutuals')
                and exists (
                  select from follows f
                  where f.follower_id = $17::uuid
                    and f.following_id = withheld.created_by
                )
                and exists (
                  select from follows f
                  where f.follower_id = withheld.created_by
                    and f.following_id = $18::uuid
                )
                or withheld.audience in ('members')
                and $19::uuid is not null
                and not exists (
                  select from blocks b
                  where b.blocker_id = withheld.created_by
                    and b.blocked_id = $20::uuid
                    or b.blocker_id = $21::uuid
                    and b.blocked_id = withheld.created_by
                )
              ) is not true
          )
        )
      order by entry.created_at desc
      limit $22
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
      from spots entry
      where entry.created_by = $23::uuid
        and entry.deleted_at is null
        and (
          "entry"."id" is null
          or not exists (
            select from spots withheld
            where withheld.id = "entry"."id"
              and withheld.audience <> all (array['everybody'])
              and (
                withheld.audience in ('members', 'mutuals', 'only_me')
                and withheld.created_by = $24::uuid
                or withheld.audience in ('members', 'mutuals')
                and exists (
                  select from follows f
                  where f.follower_id = $25::uuid
                    and f.following_id = withheld.created_by
                )
                and exists (
                  select from follows f
                  where f.follower_id = withheld.created_by
                    and f.following_id = $26::uuid
                )
                or withheld.audience in ('members')
                and $27::uuid is not null
                and not exists (
                  select from blocks b
                  where b.blocker_id = withheld.created_by
                    and b.blocked_id = $28::uuid
                    or b.blocker_id = $29::uuid
                    and b.blocked_id = withheld.created_by
                )
              ) is not true
          )
        )
      order by entry.created_at desc,
        entry.id desc
      limit $30
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
          from posts p
            cross join lateral (
              select count(*),
                count(*) filter (where m.type = 'video') as videos,
                min(pm.media_index) as first
              from post_media pm
                join media m on m.id = pm.media_id
              where pm.post_id = p.id
                and m.status in ('processing', 'ready')
            ) files
          where p.user_id = $31::uuid
            and p.hidden_at is null
            and p.kind in ('media', 'cover', 'profile_picture')
            and files.count > 0
            and (
              "p"."spot_id" is null
              or not exists (
                select from spots withheld
                where withheld.id = "p"."spot_id"
                  and withheld.audience <> all (array['everybody'])
                  and (
                    withheld.audience in ('members', 'mutuals', 'only_me')
                    and withheld.created_by = $32::uuid
                    or withheld.audience in ('members', 'mutuals')
                    and exists (
                      select from follows f
                      where f.follower_id = $33::uuid
                        and f.following_id = withheld.created_by
                    )
                    and exists (
                      select from follows f
                      where f.follower_id = withheld.created_by
                        and f.following_id = $34::uuid
                    )
                    or withheld.audience in ('members')
                    and $35::uuid is not null
                    and not exists (
                      select from blocks b
                      where b.blocker_id = withheld.created_by
                        and b.blocked_id = $36::uuid
                        or b.blocker_id = $37::uuid
                        and b.blocked_id = withheld.created_by
                    )
                  ) is not true
              )
            )
          order by p.created_at desc,
            p.id desc
          limit $38
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
      where entry.following_id = $39::uuid
        and (
          "entry"."follower_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $40::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $41::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "entry"."follower_id"
              and hidden_profile.is_hidden
          )
        )
      order by entry.created_at desc
      limit $42
    )
  ) activity
order by activity.created_at desc,
  id desc
limit $43

-- ../prepared/viewer_by_token.sql
