-- lists

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: and "withheld"."created_by" = $12::uuid
-- $13 uuid: where f.follower_id = $13::uuid
-- $14 uuid: and f.following_id = $14::uuid
-- $15 uuid: and in_crew.user_id = $15::uuid
-- $16 uuid: and b.blocked_id = $16::uuid
-- $17 uuid: or b.blocker_id = $17::uuid
-- $18 uuid: and $18::uuid is not null
-- $19 uuid: and b.blocked_id = $19::uuid
-- $20 uuid: or b.blocker_id = $20::uuid
-- $21 uuid: where b.blocker_id = $21::uuid
-- $22 uuid: where b.blocked_id = $22::uuid
-- $23 uuid: and "withheld"."created_by" = $23::uuid
-- $24 uuid: where f.follower_id = $24::uuid
-- $25 uuid: and f.following_id = $25::uuid
-- $26 uuid: and in_crew.user_id = $26::uuid
-- $27 uuid: and b.blocked_id = $27::uuid
-- $28 uuid: or b.blocker_id = $28::uuid
-- $29 uuid: and $29::uuid is not null
-- $30 uuid: and b.blocked_id = $30::uuid
-- $31 uuid: or b.blocker_id = $31::uuid
-- $32 uuid: and "shown"."user_id" = $32::uuid
-- $33 uuid: where f.follower_id = $33::uuid
-- $34 uuid: and f.following_id = $34::uuid
-- $35 uuid: and in_crew.user_id = $35::uuid
-- $36 uuid: and b.blocked_id = $36::uuid
-- $37 uuid: or b.blocker_id = $37::uuid
-- $38 uuid: and $38::uuid is not null
-- $39 uuid: and b.blocked_id = $39::uuid
-- $40 uuid: or b.blocker_id = $40::uuid
-- $41 uuid: and named.spot_id = $41::uuid
-- $42 uuid: and "withheld"."created_by" = $42::uuid
-- $43 uuid: where f.follower_id = $43::uuid
-- $44 uuid: and f.following_id = $44::uuid
-- $45 uuid: and in_crew.user_id = $45::uuid
-- $46 uuid: and b.blocked_id = $46::uuid
-- $47 uuid: or b.blocker_id = $47::uuid
-- $48 uuid: and $48::uuid is not null
-- $49 uuid: and b.blocked_id = $49::uuid
-- $50 uuid: or b.blocker_id = $50::uuid
-- $51 uuid: where l.user_id = $51::uuid
-- $52 uuid: or l.crew_id in (select mine.crew_id from crew_members mine where mine.user_id = $52::uuid)
-- $53 uuid: where b.blocker_id = $53::uuid
-- $54 uuid: where b.blocked_id = $54::uuid
select json_build_object(
    'id', l.id,
    'owner', json_build_object(
      'user_id', "owner"."user_id",
      'username', "owner"."username",
      'full_name', "owner"."full_name",
      'avatar_url', "owner"."avatar_url"
    ),
    'is_own', coalesce(l.user_id = $1::uuid, false),
    'name', l.name,
    'description', l.description,
    'visibility', l.visibility,
    'crew', (
      select json_build_object('id', crew.id, 'name', crew.name)
      from crews crew
      where crew.id = l.crew_id
    ),
    'link', case
      when l.user_id = $2::uuid then l.link
    end,
    'is_hidden', l.hidden_at is not null,
    'spots_count', (
      select count(*)
      from (select * from list_spots named where named.list_id = l.id) ls
        cross join lateral (
          select *
          from spots one
          where one.id = ls.spot_id
            and one.deleted_at is null
            and (
              "one"."id" is null
              or not exists (
                select from spots withheld
                where withheld.id = "one"."id"
                  and "withheld"."audience" <> all (array['everybody'])
                  and (
                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                    and "withheld"."created_by" = $3::uuid
                    or "withheld"."audience" in ('members', 'mutuals')
                    and exists (
                      select from follows f
                      where f.follower_id = $4::uuid
                        and f.following_id = "withheld"."created_by"
                    )
                    and exists (
                      select from follows f
                      where f.follower_id = "withheld"."created_by"
                        and f.following_id = $5::uuid
                    )
                    or "withheld"."audience" in ('members', 'crew')
                    and exists (
                      select from crew_members in_crew
                      where in_crew.crew_id = "withheld"."crew_id"
                        and in_crew.user_id = $6::uuid
                    )
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $7::uuid
                        or b.blocker_id = $8::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                    or "withheld"."audience" in ('members')
                    and $9::uuid is not null
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $10::uuid
                        or b.blocker_id = $11::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                  ) is not true
              )
            )
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
          from spots one
          where one.id = ls.spot_id
            and one.deleted_at is null
            and (
              "one"."id" is null
              or not exists (
                select from spots withheld
                where withheld.id = "one"."id"
                  and "withheld"."audience" <> all (array['everybody'])
                  and (
                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                    and "withheld"."created_by" = $12::uuid
                    or "withheld"."audience" in ('members', 'mutuals')
                    and exists (
                      select from follows f
                      where f.follower_id = $13::uuid
                        and f.following_id = "withheld"."created_by"
                    )
                    and exists (
                      select from follows f
                      where f.follower_id = "withheld"."created_by"
                        and f.following_id = $14::uuid
                    )
                    or "withheld"."audience" in ('members', 'crew')
                    and exists (
                      select from crew_members in_crew
                      where in_crew.crew_id = "withheld"."crew_id"
                        and in_crew.user_id = $15::uuid
                    )
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $16::uuid
                        or b.blocker_id = $17::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                    or "withheld"."audience" in ('members')
                    and $18::uuid is not null
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $19::uuid
                        or b.blocker_id = $20::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                  ) is not true
              )
            )
          offset 0
        ) s
        cross join lateral (
          select m.*
          from media m
          where m.id = s.cover_media_id
            and exists (
              select from post_media of_post
                join posts shown on shown.id = of_post.post_id
              where of_post.media_id = "m"."id"
                and shown.hidden_at is null
                and (
                  "shown"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $21::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $22::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "shown"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
                and (
                  (
                    "shown"."spot_id" is null
                    or not exists (
                      select from spots withheld
                      where withheld.id = "shown"."spot_id"
                        and "withheld"."audience" <> all (array['everybody'])
                        and (
                          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                          and "withheld"."created_by" = $23::uuid
                          or "withheld"."audience" in ('members', 'mutuals')
                          and exists (
                            select from follows f
                            where f.follower_id = $24::uuid
                              and f.following_id = "withheld"."created_by"
                          )
                          and exists (
                            select from follows f
                            where f.follower_id = "withheld"."created_by"
                              and f.following_id = $25::uuid
                          )
                          or "withheld"."audience" in ('members', 'crew')
                          and exists (
                            select from crew_members in_crew
                            where in_crew.crew_id = "withheld"."crew_id"
                              and in_crew.user_id = $26::uuid
                          )
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $27::uuid
                              or b.blocker_id = $28::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                          or "withheld"."audience" in ('members')
                          and $29::uuid is not null
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $30::uuid
                              or b.blocker_id = $31::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                        ) is not true
                    )
                  )
                  and not (
                    "shown"."audience" <> all (array['everybody'])
                    and (
                      "shown"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                      and "shown"."user_id" = $32::uuid
                      or "shown"."audience" in ('members', 'mutuals')
                      and exists (
                        select from follows f
                        where f.follower_id = $33::uuid
                          and f.following_id = "shown"."user_id"
                      )
                      and exists (
                        select from follows f
                        where f.follower_id = "shown"."user_id"
                          and f.following_id = $34::uuid
                      )
                      or "shown"."audience" in ('members', 'crew')
                      and exists (
                        select from crew_members in_crew
                        where in_crew.crew_id = "shown"."crew_id"
                          and in_crew.user_id = $35::uuid
                      )
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "shown"."user_id"
                          and b.blocked_id = $36::uuid
                          or b.blocker_id = $37::uuid
                          and b.blocked_id = "shown"."user_id"
                      )
                      or "shown"."audience" in ('members')
                      and $38::uuid is not null
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "shown"."user_id"
                          and b.blocked_id = $39::uuid
                          or b.blocker_id = $40::uuid
                          and b.blocked_id = "shown"."user_id"
                      )
                    ) is not true
                  )
                )
            )
          offset 0
        ) cover
      order by ls.position,
        ls.added_at,
        ls.spot_id
      limit 1
    ),
    'updated_at', to_char("l"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as list,
  exists (
    select from list_spots named
    where named.list_id = l.id
      and named.spot_id = $41::uuid
      and (
        "named"."spot_id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "named"."spot_id"
            and "withheld"."audience" <> all (array['everybody'])
            and (
              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "withheld"."created_by" = $42::uuid
              or "withheld"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $43::uuid
                  and f.following_id = "withheld"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "withheld"."created_by"
                  and f.following_id = $44::uuid
              )
              or "withheld"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "withheld"."crew_id"
                  and in_crew.user_id = $45::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $46::uuid
                  or b.blocker_id = $47::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
              or "withheld"."audience" in ('members')
              and $48::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $49::uuid
                  or b.blocker_id = $50::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
            ) is not true
        )
      )
  ) as has_spot
from lists l
  join profiles owner on owner.user_id = l.user_id
where l.user_id = $51::uuid
  or l.crew_id in (select mine.crew_id from crew_members mine where mine.user_id = $52::uuid)
  and l.hidden_at is null
  and (
    "l"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $53::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $54::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "l"."user_id"
        and hidden_profile.is_hidden
    )
  )
order by l.updated_at desc,
  l.id desc

-- ../prepared/viewer_by_token.sql
