-- gallery of a spot

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid: where b.blocker_id = $5::uuid
-- $6 uuid: where b.blocked_id = $6::uuid
-- $7 uuid: where b.blocker_id = $7::uuid
-- $8 uuid: where b.blocked_id = $8::uuid
-- $9 uuid: where b.blocker_id = $9::uuid
-- $10 uuid: where b.blocked_id = $10::uuid
-- $11 uuid: where b.blocker_id = $11::uuid
-- $12 uuid: where b.blocked_id = $12::uuid
-- $13 uuid: where b.blocker_id = $13::uuid
-- $14 uuid: where b.blocked_id = $14::uuid
-- $15 uuid: where b.blocker_id = $15::uuid
-- $16 uuid: where b.blocked_id = $16::uuid
-- $17 uuid: where b.blocker_id = $17::uuid
-- $18 uuid: where b.blocked_id = $18::uuid
-- $19 uuid: and l.user_id = $19
-- $20 uuid: where p.spot_id = $20
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
-- $32 uuid: and "p"."user_id" = $32::uuid
-- $33 uuid: and exists (select from follows f where f.follower_id = $33::uuid and f.following_id = "p"."user_id")
-- $34 uuid: and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $34::uuid)
-- $35 uuid: and in_crew.user_id = $35::uuid
-- $36 uuid: and b.blocked_id = $36::uuid
-- $37 uuid: or b.blocker_id = $37::uuid
-- $38 uuid: and $38::uuid is not null
-- $39 uuid: and b.blocked_id = $39::uuid
-- $40 uuid: or b.blocker_id = $40::uuid
-- $41 bigint: limit $41
select p.id as post_id,
  pm.media_index,
  p.title,
  p.content,
  (
    select coalesce(
        json_agg(
          json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
          order by mentioned.username
        ),
        '[]'
      )
    from mentions mentioned
    where "mentioned"."post_id" = "p"."id"
      and (
        "mentioned"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $1::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $2::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "mentioned"."user_id"
            and hidden_profile.is_hidden
        )
      )
  ) as mentions,
  json_build_object(
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
  ) as media,
  json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as user,
  to_char("p"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (
    pm.like_count + waiting.likes - case
      when cardinality(
        array(
          select b.blocked_id
          from blocks b
          where b.blocker_id = $3::uuid
          union
          select b.blocker_id
          from blocks b
          where b.blocked_id = $4::uuid
        )
      ) = 0 then 0
      when "pm"."like_count" <= cardinality(
        array(
          select b.blocked_id
          from blocks b
          where b.blocker_id = $5::uuid
          union
          select b.blocker_id
          from blocks b
          where b.blocked_id = $6::uuid
        )
      ) then (
        select count(*)
        from likes hidden
        where hidden.post_id = "pm"."post_id"
          and hidden.media_index = "pm"."media_index"
          and hidden.user_id = any (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $7::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $8::uuid
            )
          )
      )
      else (
        select count(*)
        from unnest(
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $9::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $10::uuid
            )
          ) person (user_id)
          cross join lateral (
            select from likes hidden
            where hidden.post_id = "pm"."post_id"
              and hidden.media_index = "pm"."media_index"
              and hidden.user_id = person.user_id
            offset 0
          ) found
      )
    end
  )::int as likes_count,
  (
    pm.comment_count + waiting.comments - case
      when cardinality(
        array(
          select b.blocked_id
          from blocks b
          where b.blocker_id = $11::uuid
          union
          select b.blocker_id
          from blocks b
          where b.blocked_id = $12::uuid
        )
      ) = 0 then 0
      when "pm"."comment_count" <= cardinality(
        array(
          select b.blocked_id
          from blocks b
          where b.blocker_id = $13::uuid
          union
          select b.blocker_id
          from blocks b
          where b.blocked_id = $14::uuid
        )
      ) then (
        select count(distinct hidden.id)
        from (
            select theirs.id,
              theirs.hidden_at
            from comments theirs
            where theirs.post_id = "pm"."post_id"
              and theirs.media_index = "pm"."media_index"
              and (
                theirs.user_id = any (
                  array(
                    select b.blocked_id
                    from blocks b
                    where b.blocker_id = $15::uuid
                    union
                    select b.blocker_id
                    from blocks b
                    where b.blocked_id = $16::uuid
                  )
                )
              ) is true
            offset 0
          ) theirs
          cross join lateral (
            select theirs.id
            where theirs.hidden_at is null
            union all
            (
              select reply.id
              from comments reply
              where reply.parent_comment_id = theirs.id
                and reply.hidden_at is null
              offset 0
            )
          ) hidden
      )
      else (
        select count(distinct hidden.id)
        from unnest(
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $17::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $18::uuid
            )
          ) person (user_id)
          cross join lateral (
            select theirs.id,
              theirs.hidden_at
            from comments theirs
            where theirs.post_id = "pm"."post_id"
              and theirs.media_index = "pm"."media_index"
              and theirs.user_id = person.user_id
            offset 0
          ) theirs
          cross join lateral (
            select theirs.id
            where theirs.hidden_at is null
            union all
            (
              select reply.id
              from comments reply
              where reply.parent_comment_id = theirs.id
                and reply.hidden_at is null
              offset 0
            )
          ) hidden
      )
    end
  )::int as comments_count,
  m.id is not distinct from s.cover_media_id as is_cover,
  exists (
    select from likes l
    where l.post_id = pm.post_id
      and l.media_index = pm.media_index
      and l.user_id = $19
  ) as liked
from posts p
  join spots s on s.id = p.spot_id
  join post_media pm on pm.post_id = p.id
  left join lateral (
    select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0) as likes,
      coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0) as comments
    from (
        select counter,
          delta
        from counter_delta
        where post_id = "pm"."post_id"
          and media_index = "pm"."media_index"
        order by id desc
        limit 20
      ) line
  ) waiting on true
  join media m on m.id = pm.media_id
  join profiles who on who.user_id = p.user_id
where p.spot_id = $20
  and p.hidden_at is null
  and m.status in ('processing', 'ready')
  and (
    "p"."user_id" <> all (
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
      "p"."audience" <> all (array['everybody'])
      and (
        "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
        and "p"."user_id" = $32::uuid
        or "p"."audience" in ('members', 'mutuals')
        and exists (select from follows f where f.follower_id = $33::uuid and f.following_id = "p"."user_id")
        and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $34::uuid)
        or "p"."audience" in ('members', 'crew')
        and exists (
          select from crew_members in_crew
          where in_crew.crew_id = "p"."crew_id"
            and in_crew.user_id = $35::uuid
        )
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $36::uuid
            or b.blocker_id = $37::uuid
            and b.blocked_id = "p"."user_id"
        )
        or "p"."audience" in ('members')
        and $38::uuid is not null
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $39::uuid
            or b.blocker_id = $40::uuid
            and b.blocked_id = "p"."user_id"
        )
      ) is not true
    )
  )
order by p.created_at desc,
  p.id desc,
  pm.media_index
limit $41

-- ../prepared/viewer_by_token.sql

-- $1 uuid: where "id" = $1
-- $2 uuid: and "withheld"."created_by" = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and f.following_id = $4::uuid
-- $5 uuid: and in_crew.user_id = $5::uuid
-- $6 uuid: and b.blocked_id = $6::uuid
-- $7 uuid: or b.blocker_id = $7::uuid
-- $8 uuid: and $8::uuid is not null
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
select "id"
from "spots"
where "id" = $1
  and "deleted_at" is null
  and (
    "spots"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "spots"."id"
        and "withheld"."audience" <> all (array['everybody'])
        and (
          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
          and "withheld"."created_by" = $2::uuid
          or "withheld"."audience" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $3::uuid
              and f.following_id = "withheld"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "withheld"."created_by"
              and f.following_id = $4::uuid
          )
          or "withheld"."audience" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "withheld"."crew_id"
              and in_crew.user_id = $5::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $6::uuid
              or b.blocker_id = $7::uuid
              and b.blocked_id = "withheld"."created_by"
          )
          or "withheld"."audience" in ('members')
          and $8::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $9::uuid
              or b.blocker_id = $10::uuid
              and b.blocked_id = "withheld"."created_by"
          )
        ) is not true
    )
  )
