-- $1 uuid: where pm.post_id = $1::uuid
-- $2 integer: and pm.media_index = $2::int
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: select $4::uuid,
with item as (
    select pm.post_id,
      pm.media_index,
      pm.like_count + waiting.likes - case
        when cardinality(across.ids) = 0 then 0
        when "pm"."like_count" <= cardinality(across.ids) then (
          select count(*)
          from likes hidden
          where hidden.post_id = "pm"."post_id"
            and hidden.media_index = "pm"."media_index"
            and hidden.user_id = any (across.ids)
        )
        else (
          select count(*)
          from unnest(across.ids) person (user_id)
            cross join lateral (
              select from likes hidden
              where hidden.post_id = "pm"."post_id"
                and hidden.media_index = "pm"."media_index"
                and hidden.user_id = person.user_id
              offset 0
            ) found
        )
      end as likes
    from (
        select array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $3::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $3::uuid
          ) as ids
        offset 0
      ) across
      cross join post_media pm
      join posts p on p.id = pm.post_id
      and p.hidden_at is null
      and (
        "p"."user_id" <> all (across.ids)
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
                and "withheld"."created_by" = $3::uuid
                or "withheld"."audience" in ('members', 'mutuals')
                and exists (
                  select from follows f
                  where f.follower_id = $3::uuid
                    and f.following_id = "withheld"."created_by"
                )
                and exists (
                  select from follows f
                  where f.follower_id = "withheld"."created_by"
                    and f.following_id = $3::uuid
                )
                or "withheld"."audience" in ('members', 'crew')
                and exists (
                  select from crew_members in_crew
                  where in_crew.crew_id = "withheld"."crew_id"
                    and in_crew.user_id = $3::uuid
                )
                and not exists (
                  select from blocks b
                  where b.blocker_id = "withheld"."created_by"
                    and b.blocked_id = $3::uuid
                    or b.blocker_id = $3::uuid
                    and b.blocked_id = "withheld"."created_by"
                )
                or "withheld"."audience" in ('members')
                and $3::uuid is not null
                and not exists (
                  select from blocks b
                  where b.blocker_id = "withheld"."created_by"
                    and b.blocked_id = $3::uuid
                    or b.blocker_id = $3::uuid
                    and b.blocked_id = "withheld"."created_by"
                )
              ) is not true
          )
        )
        and not (
          "p"."audience" <> all (array['everybody'])
          and (
            "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
            and "p"."user_id" = $3::uuid
            or "p"."audience" in ('members', 'mutuals')
            and exists (
              select from follows f
              where f.follower_id = $3::uuid
                and f.following_id = "p"."user_id"
            )
            and exists (
              select from follows f
              where f.follower_id = "p"."user_id"
                and f.following_id = $3::uuid
            )
            or "p"."audience" in ('members', 'crew')
            and exists (
              select from crew_members in_crew
              where in_crew.crew_id = "p"."crew_id"
                and in_crew.user_id = $3::uuid
            )
            and not exists (
              select from blocks b
              where b.blocker_id = "p"."user_id"
                and b.blocked_id = $3::uuid
                or b.blocker_id = $3::uuid
                and b.blocked_id = "p"."user_id"
            )
            or "p"."audience" in ('members')
            and $3::uuid is not null
            and not exists (
              select from blocks b
              where b.blocker_id = "p"."user_id"
                and b.blocked_id = $3::uuid
                or b.blocker_id = $3::uuid
                and b.blocked_id = "p"."user_id"
            )
          ) is not true
        )
      )
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
    where pm.post_id = $1::uuid
      and pm.media_index = $2::int
  ),
  inserted as (
    insert into likes (id, post_id, media_index, user_id)
    select $4::uuid,
      post_id,
      media_index,
      $3::uuid
    from item
    on conflict do nothing
    returning 1
  )
select likes + (select count(*) from inserted) as likes_count
from item
