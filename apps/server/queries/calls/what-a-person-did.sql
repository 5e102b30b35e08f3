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
-- $4 uuid: and "withheld"."created_by" = $4::uuid
-- $5 uuid: where f.follower_id = $5::uuid
-- $6 uuid: and f.following_id = $6::uuid
-- $7 uuid: and in_crew.user_id = $7::uuid
-- $8 uuid: and b.blocked_id = $8::uuid
-- $9 uuid: or b.blocker_id = $9::uuid
-- $10 uuid: and $10::uuid is not null
-- $11 uuid: and b.blocked_id = $11::uuid
-- $12 uuid: or b.blocker_id = $12::uuid
-- $13 uuid: and "p"."user_id" = $13::uuid
-- $14 uuid: where f.follower_id = $14::uuid
-- $15 uuid: and f.following_id = $15::uuid
-- $16 uuid: and in_crew.user_id = $16::uuid
-- $17 uuid: and b.blocked_id = $17::uuid
-- $18 uuid: or b.blocker_id = $18::uuid
-- $19 uuid: and $19::uuid is not null
-- $20 uuid: and b.blocked_id = $20::uuid
-- $21 uuid: or b.blocker_id = $21::uuid
-- $22 uuid: where b.blocker_id = $22::uuid
-- $23 uuid: where b.blocked_id = $23::uuid
-- $24 bigint: limit $24
-- $25 uuid: where uuid_send (entry.user_id) = uuid_send ($25::uuid)
-- $26 uuid: where b.blocker_id = $26::uuid
-- $27 uuid: where b.blocked_id = $27::uuid
-- $28 uuid: and "withheld"."created_by" = $28::uuid
-- $29 uuid: where f.follower_id = $29::uuid
-- $30 uuid: and f.following_id = $30::uuid
-- $31 uuid: and in_crew.user_id = $31::uuid
-- $32 uuid: and b.blocked_id = $32::uuid
-- $33 uuid: or b.blocker_id = $33::uuid
-- $34 uuid: and $34::uuid is not null
-- $35 uuid: and b.blocked_id = $35::uuid
-- $36 uuid: or b.blocker_id = $36::uuid
-- $37 uuid: and "p"."user_id" = $37::uuid
-- $38 uuid: where f.follower_id = $38::uuid
-- $39 uuid: and f.following_id = $39::uuid
-- $40 uuid: and in_crew.user_id = $40::uuid
-- $41 uuid: and b.blocked_id = $41::uuid
-- $42 uuid: or b.blocker_id = $42::uuid
-- $43 uuid: and $43::uuid is not null
-- $44 uuid: and b.blocked_id = $44::uuid
-- $45 uuid: or b.blocker_id = $45::uuid
-- $46 bigint: limit $46
-- $47 uuid: where entry.created_by = $47::uuid
-- $48 uuid: and "withheld"."created_by" = $48::uuid
-- $49 uuid: where f.follower_id = $49::uuid
-- $50 uuid: and f.following_id = $50::uuid
-- $51 uuid: and in_crew.user_id = $51::uuid
-- $52 uuid: and b.blocked_id = $52::uuid
-- $53 uuid: or b.blocker_id = $53::uuid
-- $54 uuid: and $54::uuid is not null
-- $55 uuid: and b.blocked_id = $55::uuid
-- $56 uuid: or b.blocker_id = $56::uuid
-- $57 bigint: limit $57
-- $58 uuid: where p.user_id = $58::uuid
-- $59 uuid: and "withheld"."created_by" = $59::uuid
-- $60 uuid: where f.follower_id = $60::uuid
-- $61 uuid: and f.following_id = $61::uuid
-- $62 uuid: and in_crew.user_id = $62::uuid
-- $63 uuid: and b.blocked_id = $63::uuid
-- $64 uuid: or b.blocker_id = $64::uuid
-- $65 uuid: and $65::uuid is not null
-- $66 uuid: and b.blocked_id = $66::uuid
-- $67 uuid: or b.blocker_id = $67::uuid
-- $68 uuid: and "p"."user_id" = $68::uuid
-- $69 uuid: where f.follower_id = $69::uuid
-- $70 uuid: and f.following_id = $70::uuid
-- $71 uuid: and in_crew.user_id = $71::uuid
-- $72 uuid: and b.blocked_id = $72::uuid
-- $73 uuid: or b.blocker_id = $73::uuid
-- $74 uuid: and $74::uuid is not null
-- $75 uuid: and b.blocked_id = $75::uuid
-- $76 uuid: or b.blocker_id = $76::uuid
-- $77 bigint: limit $77
-- $78 uuid: where entry.following_id = $78::uuid
-- $79 uuid: where b.blocker_id = $79::uuid
-- $80 uuid: where b.blocked_id = $80::uuid
-- $81 bigint: limit $81
-- $82 bigint: limit $82
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
          (
            "p"."spot_id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "p"."spot_id"
                and "withheld"."audience" <> all (array['everybody'])
                and (
                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "withheld"."created_by" = $4::uuid
                  or "withheld"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $5::uuid
                      and f.following_id = "withheld"."created_by"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "withheld"."created_by"
                      and f.following_id = $6::uuid
                  )
                  or "withheld"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "withheld"."crew_id"
                      and in_crew.user_id = $7::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $8::uuid
                      or b.blocker_id = $9::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                  or "withheld"."audience" in ('members')
                  and $10::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $11::uuid
                      or b.blocker_id = $12::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                ) is not true
            )
          )
          and not (
            "p"."audience" <> all (array['everybody'])
            and (
              "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "p"."user_id" = $13::uuid
              or "p"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $14::uuid
                  and f.following_id = "p"."user_id"
              )
              and exists (
                select from follows f
                where f.follower_id = "p"."user_id"
                  and f.following_id = $15::uuid
              )
              or "p"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "p"."crew_id"
                  and in_crew.user_id = $16::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "p"."user_id"
                  and b.blocked_id = $17::uuid
                  or b.blocker_id = $18::uuid
                  and b.blocked_id = "p"."user_id"
              )
              or "p"."audience" in ('members')
              and $19::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "p"."user_id"
                  and b.blocked_id = $20::uuid
                  or b.blocker_id = $21::uuid
                  and b.blocked_id = "p"."user_id"
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
                where b.blocker_id = $22::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $23::uuid
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
      limit $24
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
      where uuid_send (entry.user_id) = uuid_send ($25::uuid)
        and p.hidden_at is null
        and (
          "p"."user_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $26::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $27::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "p"."user_id"
              and hidden_profile.is_hidden
          )
        )
        and (
          (
            "p"."spot_id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "p"."spot_id"
                and "withheld"."audience" <> all (array['everybody'])
                and (
                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "withheld"."created_by" = $28::uuid
                  or "withheld"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $29::uuid
                      and f.following_id = "withheld"."created_by"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "withheld"."created_by"
                      and f.following_id = $30::uuid
                  )
                  or "withheld"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "withheld"."crew_id"
                      and in_crew.user_id = $31::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $32::uuid
                      or b.blocker_id = $33::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                  or "withheld"."audience" in ('members')
                  and $34::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $35::uuid
                      or b.blocker_id = $36::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                ) is not true
            )
          )
          and not (
            "p"."audience" <> all (array['everybody'])
            and (
              "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "p"."user_id" = $37::uuid
              or "p"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $38::uuid
                  and f.following_id = "p"."user_id"
              )
              and exists (
                select from follows f
                where f.follower_id = "p"."user_id"
                  and f.following_id = $39::uuid
              )
              or "p"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "p"."crew_id"
                  and in_crew.user_id = $40::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "p"."user_id"
                  and b.blocked_id = $41::uuid
                  or b.blocker_id = $42::uuid
                  and b.blocked_id = "p"."user_id"
              )
              or "p"."audience" in ('members')
              and $43::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "p"."user_id"
                  and b.blocked_id = $44::uuid
                  or b.blocker_id = $45::uuid
                  and b.blocked_id = "p"."user_id"
              )
            ) is not true
          )
        )
      order by entry.created_at desc
      limit $46
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
      where entry.created_by = $47::uuid
        and entry.deleted_at is null
        and (
          "entry"."id" is null
          or not exists (
            select from spots withheld
            where withheld.id = "entry"."id"
              and "withheld"."audience" <> all (array['everybody'])
              and (
                "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                and "withheld"."created_by" = $48::uuid
                or "withheld"."audience" in ('members', 'mutuals')
                and exists (
                  select from follows f
                  where f.follower_id = $49::uuid
                    and f.following_id = "withheld"."created_by"
                )
                and exists (
                  select from follows f
                  where f.follower_id = "withheld"."created_by"
                    and f.following_id = $50::uuid
                )
                or "withheld"."audience" in ('members', 'crew')
                and exists (
                  select from crew_members in_crew
                  where in_crew.crew_id = "withheld"."crew_id"
                    and in_crew.user_id = $51::uuid
                )
                and not exists (
                  select from blocks b
                  where b.blocker_id = "withheld"."created_by"
                    and b.blocked_id = $52::uuid
                    or b.blocker_id = $53::uuid
                    and b.blocked_id = "withheld"."created_by"
                )
                or "withheld"."audience" in ('members')
                and $54::uuid is not null
                and not exists (
                  select from blocks b
                  where b.blocker_id = "withheld"."created_by"
                    and b.blocked_id = $55::uuid
                    or b.blocker_id = $56::uuid
                    and b.blocked_id = "withheld"."created_by"
                )
              ) is not true
          )
        )
      order by entry.created_at desc,
        entry.id desc
      limit $57
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
          where p.user_id = $58::uuid
            and p.hidden_at is null
            and p.kind in ('media', 'cover', 'profile_picture')
            and files.count > 0
            and (
              (
                "p"."spot_id" is null
                or not exists (
                  select from spots withheld
                  where withheld.id = "p"."spot_id"
                    and "withheld"."audience" <> all (array['everybody'])
                    and (
                      "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                      and "withheld"."created_by" = $59::uuid
                      or "withheld"."audience" in ('members', 'mutuals')
                      and exists (
                        select from follows f
                        where f.follower_id = $60::uuid
                          and f.following_id = "withheld"."created_by"
                      )
                      and exists (
                        select from follows f
                        where f.follower_id = "withheld"."created_by"
                          and f.following_id = $61::uuid
                      )
                      or "withheld"."audience" in ('members', 'crew')
                      and exists (
                        select from crew_members in_crew
                        where in_crew.crew_id = "withheld"."crew_id"
                          and in_crew.user_id = $62::uuid
                      )
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "withheld"."created_by"
                          and b.blocked_id = $63::uuid
                          or b.blocker_id = $64::uuid
                          and b.blocked_id = "withheld"."created_by"
                      )
                      or "withheld"."audience" in ('members')
                      and $65::uuid is not null
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "withheld"."created_by"
                          and b.blocked_id = $66::uuid
                          or b.blocker_id = $67::uuid
                          and b.blocked_id = "withheld"."created_by"
                      )
                    ) is not true
                )
              )
              and not (
                "p"."audience" <> all (array['everybody'])
                and (
                  "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "p"."user_id" = $68::uuid
                  or "p"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $69::uuid
                      and f.following_id = "p"."user_id"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "p"."user_id"
                      and f.following_id = $70::uuid
                  )
                  or "p"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "p"."crew_id"
                      and in_crew.user_id = $71::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "p"."user_id"
                      and b.blocked_id = $72::uuid
                      or b.blocker_id = $73::uuid
                      and b.blocked_id = "p"."user_id"
                  )
                  or "p"."audience" in ('members')
                  and $74::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "p"."user_id"
                      and b.blocked_id = $75::uuid
                      or b.blocker_id = $76::uuid
                      and b.blocked_id = "p"."user_id"
                  )
                ) is not true
              )
            )
          order by p.created_at desc,
            p.id desc
          limit $77
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
      where entry.following_id = $78::uuid
        and (
          "entry"."follower_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $79::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $80::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "entry"."follower_id"
              and hidden_profile.is_hidden
          )
        )
      order by entry.created_at desc
      limit $81
    )
  ) activity
order by activity.created_at desc,
  id desc
limit $82

-- ../prepared/viewer_by_token.sql
