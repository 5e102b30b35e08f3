-- areas in a view

-- $1 uuid: 'is_followed', exists (select from area_follows f where f.user_id = $1 and f.area_id = "area"."id"),
-- $2 uuid: and "withheld"."created_by" = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and f.following_id = $4::uuid
-- $5 uuid: and in_crew.user_id = $5::uuid
-- $6 uuid: and b.blocked_id = $6::uuid
-- $7 uuid: or b.blocker_id = $7::uuid
-- $8 uuid: and $8::uuid is not null
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
-- $11 uuid: where b.blocker_id = $11::uuid
-- $12 uuid: where b.blocked_id = $12::uuid
-- $13 uuid: 'is_own', coalesce(b.user_id = $13::uuid, false)
-- $14 uuid: and "withheld"."created_by" = $14::uuid
-- $15 uuid: where f.follower_id = $15::uuid
-- $16 uuid: and f.following_id = $16::uuid
-- $17 uuid: and in_crew.user_id = $17::uuid
-- $18 uuid: and b.blocked_id = $18::uuid
-- $19 uuid: or b.blocker_id = $19::uuid
-- $20 uuid: and $20::uuid is not null
-- $21 uuid: and b.blocked_id = $21::uuid
-- $22 uuid: or b.blocker_id = $22::uuid
-- $23 double precision: where area.bounds && box(point($23, $24), point($25, $26))
-- $24 double precision: where area.bounds && box(point($23, $24), point($25, $26))
-- $25 double precision: where area.bounds && box(point($23, $24), point($25, $26))
-- $26 double precision: where area.bounds && box(point($23, $24), point($25, $26))
-- $27 double precision: or area.bounds && box(point($27, $28), point($29, $30))
-- $28 double precision: or area.bounds && box(point($27, $28), point($29, $30))
-- $29 double precision: or area.bounds && box(point($27, $28), point($29, $30))
-- $30 double precision: or area.bounds && box(point($27, $28), point($29, $30))
-- $31 double precision: or area.bounds && box(point($31, $32), point($33, $34))
-- $32 double precision: or area.bounds && box(point($31, $32), point($33, $34))
-- $33 double precision: or area.bounds && box(point($31, $32), point($33, $34))
-- $34 double precision: or area.bounds && box(point($31, $32), point($33, $34))
-- $35 bigint: limit $35
select json_build_object(
    'id', area.id,
    'name', area.name,
    'corners', (
      select json_agg(
          json_build_object(
            'latitude', corner.pair[2]::float8,
            'longitude', corner.pair[1]::float8 - case
              when corner.pair[1]::float8 > 180 then 360
              else 0
            end
          )
          order by corner.n
        )
      from regexp_matches("area"."shape"::text, '\(([-+.0-9e]+),([-+.0-9e]+)\)', 'g') with ordinality corner (pair, n)
    ),
    'is_followed', exists (select from area_follows f where f.user_id = $1 and f.area_id = "area"."id"),
    'bulletins', (
      select coalesce(
          json_agg(
            json_build_object(
              'id', b.id,
              'area', (
                select json_build_object('id', "its"."id", 'name', "its"."name")
                from steward_areas its
                where its.id = b.area_id
              ),
              'spot', (
                select json_build_object('id', pinned.id, 'name', pinned.name)
                from spots pinned
                where pinned.id = b.spot_id
                  and (
                    "pinned"."id" is null
                    or not exists (
                      select from spots withheld
                      where withheld.id = "pinned"."id"
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
              ),
              'user', (
                select json_build_object(
                    'user_id', "who"."user_id",
                    'username', "who"."username",
                    'full_name', "who"."full_name",
                    'avatar_url', "who"."avatar_url"
                  )
                from profiles who
                where who.user_id = "b"."user_id"
                  and who.former_at is null
                  and (
                    "who"."user_id" <> all (
                      array(
                        select b.blocked_id
                        from blocks b
                        where b.blocker_id = $11::uuid
                        union
                        select b.blocker_id
                        from blocks b
                        where b.blocked_id = $12::uuid
                      )
                    )
                    and not exists (
                      select from profiles hidden_profile
                      where hidden_profile.user_id = "who"."user_id"
                        and hidden_profile.is_hidden
                    )
                  )
              ),
              'content', b.content,
              'starts_at', to_char("b"."starts_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'ends_at', to_char("b"."ends_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'is_own', coalesce(b.user_id = $13::uuid, false)
            )
            order by b.starts_at,
              b.id
          ),
          '[]'
        )
      from (
          select b.*
          from bulletins b
          where b.area_id = "area"."id"
            and (
              b.starts_at <= now()
              and b.ends_at > now()
              and (
                b.spot_id is null
                or exists (
                  select from spots pinned
                  where pinned.id = b.spot_id
                    and pinned.deleted_at is null
                    and (
                      "pinned"."id" is null
                      or not exists (
                        select from spots withheld
                        where withheld.id = "pinned"."id"
                          and "withheld"."audience" <> all (array['everybody'])
                          and (
                            "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                            and "withheld"."created_by" = $14::uuid
                            or "withheld"."audience" in ('members', 'mutuals')
                            and exists (
                              select from follows f
                              where f.follower_id = $15::uuid
                                and f.following_id = "withheld"."created_by"
                            )
                            and exists (
                              select from follows f
                              where f.follower_id = "withheld"."created_by"
                                and f.following_id = $16::uuid
                            )
                            or "withheld"."audience" in ('members', 'crew')
                            and exists (
                              select from crew_members in_crew
                              where in_crew.crew_id = "withheld"."crew_id"
                                and in_crew.user_id = $17::uuid
                            )
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "withheld"."created_by"
                                and b.blocked_id = $18::uuid
                                or b.blocker_id = $19::uuid
                                and b.blocked_id = "withheld"."created_by"
                            )
                            or "withheld"."audience" in ('members')
                            and $20::uuid is not null
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "withheld"."created_by"
                                and b.blocked_id = $21::uuid
                                or b.blocker_id = $22::uuid
                                and b.blocked_id = "withheld"."created_by"
                            )
                          ) is not true
                      )
                    )
                )
              )
            )
          order by b.starts_at,
            b.id
          limit 3
        ) b
    )
  ) as item
from steward_areas area
where area.bounds && box(point($23, $24), point($25, $26))
  or area.bounds && box(point($27, $28), point($29, $30))
  or area.bounds && box(point($31, $32), point($33, $34))
order by area(area.bounds),
  area.id
limit $35

-- ../prepared/viewer_by_token.sql
