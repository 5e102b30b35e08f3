-- $1 uuid: and "withheld"."created_by" = $1::uuid
-- $2 timestamp with time zone: where c.changed_at <= $2::timestamptz
select (
    select json_agg(
        json_build_object(
          'spot', json_build_object('id', found.id, 'name', found.name, 'city', found.city),
          'state', found.state,
          'changed_at', to_char("found"."changed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
        order by found.changed_at desc,
          found.id desc
      )
    from (
        select s.id,
          s.name,
          s.city,
          c.state,
          c.changed_at
        from spot_state_changes c
          join spots s on s.id = c.spot_id
        where c.changed_at <= $2::timestamptz
          and s.deleted_at is null
          and (
            "s"."id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "s"."id"
                and "withheld"."audience" <> all (array['everybody'])
                and (
                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "withheld"."created_by" = $1::uuid
                  or "withheld"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $1::uuid
                      and f.following_id = "withheld"."created_by"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "withheld"."created_by"
                      and f.following_id = $1::uuid
                  )
                  or "withheld"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "withheld"."crew_id"
                      and in_crew.user_id = $1::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $1::uuid
                      or b.blocker_id = $1::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                  or "withheld"."audience" in ('members')
                  and $1::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $1::uuid
                      or b.blocker_id = $1::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                ) is not true
            )
          )
          and not exists (
            select from spot_state_changes newer
            where newer.spot_id = c.spot_id
              and newer.day > c.day
          )
        order by c.changed_at desc,
          c.spot_id desc
        limit 3
      ) found
  ) as items
