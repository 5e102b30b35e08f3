-- stewards at a spot

-- $1 uuid: where s.id = $1
-- $2 uuid: where named.user_id = $2::uuid
-- $3 uuid: and "withheld"."created_by" = $3::uuid
-- $4 uuid: where f.follower_id = $4::uuid
-- $5 uuid: and f.following_id = $5::uuid
-- $6 uuid: and in_crew.user_id = $6::uuid
-- $7 uuid: and b.blocked_id = $7::uuid
-- $8 uuid: or b.blocker_id = $8::uuid
-- $9 uuid: and $9::uuid is not null
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: where named.user_id = $12::uuid
-- $13 uuid: and "withheld"."created_by" = $13::uuid
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
-- $24 uuid: 'is_own', coalesce(b.user_id = $24::uuid, false)
-- $25 uuid: and "withheld"."created_by" = $25::uuid
-- $26 uuid: where f.follower_id = $26::uuid
-- $27 uuid: and f.following_id = $27::uuid
-- $28 uuid: and in_crew.user_id = $28::uuid
-- $29 uuid: and b.blocked_id = $29::uuid
-- $30 uuid: or b.blocker_id = $30::uuid
-- $31 uuid: and $31::uuid is not null
-- $32 uuid: and b.blocked_id = $32::uuid
-- $33 uuid: or b.blocker_id = $33::uuid
-- $34 uuid: where b.blocker_id = $34::uuid
-- $35 uuid: where b.blocked_id = $35::uuid
-- $36 uuid: where s.id = $36
-- $37 uuid: and "withheld"."created_by" = $37::uuid
-- $38 uuid: where f.follower_id = $38::uuid
-- $39 uuid: and f.following_id = $39::uuid
-- $40 uuid: and in_crew.user_id = $40::uuid
-- $41 uuid: and b.blocked_id = $41::uuid
-- $42 uuid: or b.blocker_id = $42::uuid
-- $43 uuid: and $43::uuid is not null
-- $44 uuid: and b.blocked_id = $44::uuid
-- $45 uuid: or b.blocker_id = $45::uuid
with areas as (
    select area.id,
      area.name
    from spots s
      join steward_areas area on (
        area.bounds @> box(point(s.longitude, s.latitude), point(s.longitude, s.latitude))
        or area.bounds @> box(point(s.longitude + 360, s.latitude), point(s.longitude + 360, s.latitude))
      )
      and (
        "area"."shape" @> point("s"."longitude", "s"."latitude")
        or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
      )
    where s.id = $1
  )
select s.created_by,
  (
    exists (
      select from area_stewards named
        join profiles steward on steward.user_id = named.user_id
        and (not "steward"."is_hidden" and "steward"."former_at" is null)
        join steward_areas area on area.id = named.area_id
      where named.user_id = $2::uuid
        and (
          "area"."shape" @> point("s"."longitude", "s"."latitude")
          or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
        )
    )
    and (
      "s"."id" is null
      or not exists (
        select from spots withheld
        where withheld.id = "s"."id"
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
  ) as is_steward,
  (
    select coalesce(
        json_agg(
          json_build_object('id', "areas"."id", 'name', "areas"."name")
          order by exists (
              select from area_stewards named
                join profiles steward on steward.user_id = named.user_id
                and (not "steward"."is_hidden" and "steward"."former_at" is null)
              where named.user_id = $12::uuid
                and named.area_id = "areas"."id"
            ) desc,
            areas.name
        ),
        '[]'
      )
    from areas
  ) as areas,
  (
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
                        and "withheld"."created_by" = $13::uuid
                        or "withheld"."audience" in ('members', 'mutuals')
                        and exists (
                          select from follows f
                          where f.follower_id = $14::uuid
                            and f.following_id = "withheld"."created_by"
                        )
                        and exists (
                          select from follows f
                          where f.follower_id = "withheld"."created_by"
                            and f.following_id = $15::uuid
                        )
                        or "withheld"."audience" in ('members', 'crew')
                        and exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "withheld"."crew_id"
                            and in_crew.user_id = $16::uuid
                        )
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "withheld"."created_by"
                            and b.blocked_id = $17::uuid
                            or b.blocker_id = $18::uuid
                            and b.blocked_id = "withheld"."created_by"
                        )
                        or "withheld"."audience" in ('members')
                        and $19::uuid is not null
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "withheld"."created_by"
                            and b.blocked_id = $20::uuid
                            or b.blocker_id = $21::uuid
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
                      where b.blocker_id = $22::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $23::uuid
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
            'is_own', coalesce(b.user_id = $24::uuid, false)
          )
          order by b.spot_id is null,
            b.starts_at,
            b.id
        ),
        '[]'
      )
    from (
        select b.*
        from bulletins b
        where (b.spot_id = s.id or b.spot_id is null and b.area_id in (select id from areas))
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
                          and "withheld"."created_by" = $25::uuid
                          or "withheld"."audience" in ('members', 'mutuals')
                          and exists (
                            select from follows f
                            where f.follower_id = $26::uuid
                              and f.following_id = "withheld"."created_by"
                          )
                          and exists (
                            select from follows f
                            where f.follower_id = "withheld"."created_by"
                              and f.following_id = $27::uuid
                          )
                          or "withheld"."audience" in ('members', 'crew')
                          and exists (
                            select from crew_members in_crew
                            where in_crew.crew_id = "withheld"."crew_id"
                              and in_crew.user_id = $28::uuid
                          )
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $29::uuid
                              or b.blocker_id = $30::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                          or "withheld"."audience" in ('members')
                          and $31::uuid is not null
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $32::uuid
                              or b.blocker_id = $33::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                        ) is not true
                    )
                  )
              )
            )
          )
        order by b.spot_id is null,
          b.starts_at,
          b.id
        limit 20
      ) b
  ) as bulletins,
  (
    select json_build_object(
        'state', settled.state,
        'until', settled.until::text,
        'user', (
          select json_build_object(
              'user_id', "who"."user_id",
              'username', "who"."username",
              'full_name', "who"."full_name",
              'avatar_url', "who"."avatar_url"
            )
          from profiles who
          where who.user_id = "settled"."user_id"
            and who.former_at is null
            and (
              "who"."user_id" <> all (
                array(
                  select b.blocked_id
                  from blocks b
                  where b.blocker_id = $34::uuid
                  union
                  select b.blocker_id
                  from blocks b
                  where b.blocked_id = $35::uuid
                )
              )
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = "who"."user_id"
                  and hidden_profile.is_hidden
              )
            )
        )
      )
    from spot_settlements settled
    where settled.spot_id = s.id
      and not settled.is_over
  ) as settlement
from spots s
where s.id = $36
  and s.deleted_at is null
  and (
    "s"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "s"."id"
        and "withheld"."audience" <> all (array['everybody'])
        and (
          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
          and "withheld"."created_by" = $37::uuid
          or "withheld"."audience" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $38::uuid
              and f.following_id = "withheld"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "withheld"."created_by"
              and f.following_id = $39::uuid
          )
          or "withheld"."audience" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "withheld"."crew_id"
              and in_crew.user_id = $40::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $41::uuid
              or b.blocker_id = $42::uuid
              and b.blocked_id = "withheld"."created_by"
          )
          or "withheld"."audience" in ('members')
          and $43::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $44::uuid
              or b.blocker_id = $45::uuid
              and b.blocked_id = "withheld"."created_by"
          )
        ) is not true
    )
  )

-- ../prepared/viewer_by_token.sql
