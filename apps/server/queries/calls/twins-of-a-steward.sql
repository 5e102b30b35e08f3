-- twins of a steward

-- $1 uuid: where own.created_by = $1
-- $2 uuid: where named.user_id = $2
-- $3 uuid: a.created_by = $3
-- $4 uuid: and b.created_by = $4
-- $5 uuid: where named.user_id = $5::uuid
-- $6 uuid: and "withheld"."created_by" = $6::uuid
-- $7 uuid: where f.follower_id = $7::uuid
-- $8 uuid: and f.following_id = $8::uuid
-- $9 uuid: and in_crew.user_id = $9::uuid
-- $10 uuid: and b.blocked_id = $10::uuid
-- $11 uuid: or b.blocker_id = $11::uuid
-- $12 uuid: and $12::uuid is not null
-- $13 uuid: and b.blocked_id = $13::uuid
-- $14 uuid: or b.blocker_id = $14::uuid
-- $15 uuid: where named.user_id = $15::uuid
-- $16 uuid: and "withheld"."created_by" = $16::uuid
-- $17 uuid: where f.follower_id = $17::uuid
-- $18 uuid: and f.following_id = $18::uuid
-- $19 uuid: and in_crew.user_id = $19::uuid
-- $20 uuid: and b.blocked_id = $20::uuid
-- $21 uuid: or b.blocker_id = $21::uuid
-- $22 uuid: and $22::uuid is not null
-- $23 uuid: and b.blocked_id = $23::uuid
-- $24 uuid: or b.blocker_id = $24::uuid
-- $25 uuid: and "withheld"."created_by" = $25::uuid
-- $26 uuid: where f.follower_id = $26::uuid
-- $27 uuid: and f.following_id = $27::uuid
-- $28 uuid: and in_crew.user_id = $28::uuid
-- $29 uuid: and b.blocked_id = $29::uuid
-- $30 uuid: or b.blocker_id = $30::uuid
-- $31 uuid: and $31::uuid is not null
-- $32 uuid: and b.blocked_id = $32::uuid
-- $33 uuid: or b.blocker_id = $33::uuid
-- $34 uuid: and "withheld"."created_by" = $34::uuid
-- $35 uuid: where f.follower_id = $35::uuid
-- $36 uuid: and f.following_id = $36::uuid
-- $37 uuid: and in_crew.user_id = $37::uuid
-- $38 uuid: and b.blocked_id = $38::uuid
-- $39 uuid: or b.blocker_id = $39::uuid
-- $40 uuid: and $40::uuid is not null
-- $41 uuid: and b.blocked_id = $41::uuid
-- $42 uuid: or b.blocker_id = $42::uuid
-- $43 bigint: limit $43
select t.likeness,
  t.spot_id,
  t.other_id,
  t.metres,
  t.same_picture,
  to_char("t"."found_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as found_at,
  (b.created_at, b.id) < (a.created_at, a.id) as other_is_older
from twin_pairs t
  join spots a on a.id = t.spot_id
  join spots b on b.id = t.other_id
where t.state = 'open'
  and a.deleted_at is null
  and b.deleted_at is null
  and (
    "a".audience = "b".audience
    and "a".audience <> 'crew'
    and ("a".audience in ('everybody') or "a".created_by is not distinct from "b".created_by)
    and 'exact' = all (array["a".precision, "b".precision])
    and coalesce("a".opens_at, "b".opens_at) is null
  )
  and t.spot_id in (
    select own.id
    from spots own
    where own.created_by = $1
      and own.deleted_at is null
    union all
    select s.id
    from area_stewards named
      join steward_areas area on area.id = named.area_id
      cross join lateral (
        select s.id
        from (
            select distinct
              below,
              nollie_quadkey (lat, case when lng >= 180 then lng - 360 else lng end) >> below as square
            from (
                values ((("area"."bounds") [0]) [0], (("area"."bounds") [0]) [1]),
                  ((("area"."bounds") [0]) [0], (("area"."bounds") [1]) [1]),
                  ((("area"."bounds") [1]) [0], (("area"."bounds") [0]) [1]),
                  ((("area"."bounds") [1]) [0], (("area"."bounds") [1]) [1])
              ) corner (lng, lat)
              cross join (
                select 52 - 2 * least(
                    16,
                    floor(
                      ln(
                        360 / greatest(
                          width("area"."bounds"),
                          height("area"."bounds") / cos(radians(least(85, greatest(abs((("area"."bounds") [0]) [1]), abs((("area"."bounds") [1]) [1])))))
                        )
                      ) / ln(2)
                    )
                  )::int as below
              ) level
          ) squares
          cross join lateral (
            select *
            from spots one
            where one.deleted_at is null
              and one.qk >= squares.square << below
              and one.qk < (squares.square + 1) << below
            offset 0
          ) s
      ) s
    where named.user_id = $2
  )
  and (
    a.created_by = $3
    and b.created_by = $4
    or (
      exists (
        select from area_stewards named
          join profiles steward on steward.user_id = named.user_id
          and (not "steward"."is_hidden" and "steward"."former_at" is null)
          join steward_areas area on area.id = named.area_id
        where named.user_id = $5::uuid
          and (
            "area"."shape" @> point("a"."longitude", "a"."latitude")
            or "area"."shape" @> point("a"."longitude" + 360, "a"."latitude")
          )
      )
      and (
        "a"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "a"."id"
            and "withheld"."audience" <> all (array['everybody'])
            and (
              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "withheld"."created_by" = $6::uuid
              or "withheld"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $7::uuid
                  and f.following_id = "withheld"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "withheld"."created_by"
                  and f.following_id = $8::uuid
              )
              or "withheld"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "withheld"."crew_id"
                  and in_crew.user_id = $9::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $10::uuid
                  or b.blocker_id = $11::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
              or "withheld"."audience" in ('members')
              and $12::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $13::uuid
                  or b.blocker_id = $14::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
            ) is not true
        )
      )
    )
    and (
      exists (
        select from area_stewards named
          join profiles steward on steward.user_id = named.user_id
          and (not "steward"."is_hidden" and "steward"."former_at" is null)
          join steward_areas area on area.id = named.area_id
        where named.user_id = $15::uuid
          and (
            "area"."shape" @> point("b"."longitude", "b"."latitude")
            or "area"."shape" @> point("b"."longitude" + 360, "b"."latitude")
          )
      )
      and (
        "b"."id" is null
        or not exists (
          select from spots withheld
          where withheld.id = "b"."id"
            and "withheld"."audience" <> all (array['everybody'])
            and (
              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "withheld"."created_by" = $16::uuid
              or "withheld"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $17::uuid
                  and f.following_id = "withheld"."created_by"
              )
              and exists (
                select from follows f
                where f.follower_id = "withheld"."created_by"
                  and f.following_id = $18::uuid
              )
              or "withheld"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "withheld"."crew_id"
                  and in_crew.user_id = $19::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $20::uuid
                  or b.blocker_id = $21::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
              or "withheld"."audience" in ('members')
              and $22::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "withheld"."created_by"
                  and b.blocked_id = $23::uuid
                  or b.blocker_id = $24::uuid
                  and b.blocked_id = "withheld"."created_by"
              )
            ) is not true
        )
      )
    )
  )
  and (
    "a"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "a"."id"
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
  and (
    "b"."id" is null
    or not exists (
      select from spots withheld
      where withheld.id = "b"."id"
        and "withheld"."audience" <> all (array['everybody'])
        and (
          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
          and "withheld"."created_by" = $34::uuid
          or "withheld"."audience" in ('members', 'mutuals')
          and exists (
            select from follows f
            where f.follower_id = $35::uuid
              and f.following_id = "withheld"."created_by"
          )
          and exists (
            select from follows f
            where f.follower_id = "withheld"."created_by"
              and f.following_id = $36::uuid
          )
          or "withheld"."audience" in ('members', 'crew')
          and exists (
            select from crew_members in_crew
            where in_crew.crew_id = "withheld"."crew_id"
              and in_crew.user_id = $37::uuid
          )
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $38::uuid
              or b.blocker_id = $39::uuid
              and b.blocked_id = "withheld"."created_by"
          )
          or "withheld"."audience" in ('members')
          and $40::uuid is not null
          and not exists (
            select from blocks b
            where b.blocker_id = "withheld"."created_by"
              and b.blocked_id = $41::uuid
              or b.blocker_id = $42::uuid
              and b.blocked_id = "withheld"."created_by"
          )
        ) is not true
    )
  )
order by t.likeness desc,
  t.spot_id,
  t.other_id
limit $43

-- ../prepared/viewer_by_token.sql
