-- work of a steward

-- $1 uuid: and s.created_by is distinct from $1
-- $2 uuid: and "withheld"."created_by" = $2::uuid
-- $3 uuid: where f.follower_id = $3::uuid
-- $4 uuid: and f.following_id = $4::uuid
-- $5 uuid: and in_crew.user_id = $5::uuid
-- $6 uuid: and b.blocked_id = $6::uuid
-- $7 uuid: or b.blocker_id = $7::uuid
-- $8 uuid: and $8::uuid is not null
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
-- $11 uuid: and s.created_by is distinct from $11
-- $12 uuid: and "withheld"."created_by" = $12::uuid
-- $13 uuid: where f.follower_id = $13::uuid
-- $14 uuid: and f.following_id = $14::uuid
-- $15 uuid: and in_crew.user_id = $15::uuid
-- $16 uuid: and b.blocked_id = $16::uuid
-- $17 uuid: or b.blocker_id = $17::uuid
-- $18 uuid: and $18::uuid is not null
-- $19 uuid: and b.blocked_id = $19::uuid
-- $20 uuid: or b.blocker_id = $20::uuid
-- $21 uuid: and d.admin_id is distinct from $21
-- $22 uuid: and c.owner_id is distinct from $22
-- $23 uuid: and s.created_by is distinct from $23
-- $24 uuid: and "withheld"."created_by" = $24::uuid
-- $25 uuid: where f.follower_id = $25::uuid
-- $26 uuid: and f.following_id = $26::uuid
-- $27 uuid: and in_crew.user_id = $27::uuid
-- $28 uuid: and b.blocked_id = $28::uuid
-- $29 uuid: or b.blocker_id = $29::uuid
-- $30 uuid: and $30::uuid is not null
-- $31 uuid: and b.blocked_id = $31::uuid
-- $32 uuid: or b.blocker_id = $32::uuid
-- $33 uuid: and "withheld"."created_by" = $33::uuid
-- $34 uuid: where f.follower_id = $34::uuid
-- $35 uuid: and f.following_id = $35::uuid
-- $36 uuid: and in_crew.user_id = $36::uuid
-- $37 uuid: and b.blocked_id = $37::uuid
-- $38 uuid: or b.blocker_id = $38::uuid
-- $39 uuid: and $39::uuid is not null
-- $40 uuid: and b.blocked_id = $40::uuid
-- $41 uuid: or b.blocker_id = $41::uuid
-- $42 uuid: from (select $42::uuid as id) which
select (
    select coalesce(json_agg(line.item), '[]')
    from (
        select json_build_object(
            'case_id', c.id,
            'spot', json_build_object('id', s.id, 'name', s.name),
            'words', c.words,
            'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'reports', (
              select coalesce(json_agg(json_build_object('report_type', r.report_type, 'description', r.description)), '[]')
              from (select * from reports where case_id = c.id order by created_at, id limit 20) r
            )
          ) as item
        from steward_areas area
          cross join report_cases c
          join spots s on s.id = c.spot_id
          and c.status = 'open'
          and c.kind = 'spot'
        where area.id = which.id
          and s.deleted_at is null
          and (
            "area"."shape" @> point("s"."longitude", "s"."latitude")
            or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
          )
          and s.created_by is distinct from $1
          and (
            "s"."id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "s"."id"
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
        order by "c"."created_at"
        limit 30
      ) line
  ) as reports,
  (
    select coalesce(json_agg(line.item), '[]')
    from (
        select json_build_object(
            'change_id', c.id,
            'spot', json_build_object('id', s.id, 'name', s.name),
            'fields', c.fields,
            'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ) as item
        from steward_areas area
          cross join fact_suggestions c
          join spots s on s.id = c.spot_id
          and c.state = 'open'
        where area.id = which.id
          and s.deleted_at is null
          and (
            "area"."shape" @> point("s"."longitude", "s"."latitude")
            or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
          )
          and s.created_by is distinct from $11
          and (
            "s"."id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "s"."id"
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
        order by "c"."id"
        limit 30
      ) line
  ) as suggestions,
  (
    select coalesce(json_agg(line.item), '[]')
    from (
        select json_build_object(
            'case_id', c.id,
            'spot', json_build_object('id', s.id, 'name', s.name),
            'action', d.action,
            'reason', d.reason,
            'appeal', json_build_object(
              'words', a.words,
              'created_at', to_char("a"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'outcome', null,
              'answer', null
            )
          ) as item
        from steward_areas area
          cross join appeals a
          join moderation_decisions d on d.id = a.decision_id
          and a.outcome is null
          and d.as_steward
          and d.admin_id is distinct from $21
          join report_cases c on c.id = d.case_id
          and c.owner_id is distinct from $22
          join spots s on s.id = c.spot_id
        where area.id = which.id
          and s.deleted_at is null
          and (
            "area"."shape" @> point("s"."longitude", "s"."latitude")
            or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
          )
          and s.created_by is distinct from $23
          and (
            "s"."id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "s"."id"
                and "withheld"."audience" <> all (array['everybody'])
                and (
                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "withheld"."created_by" = $24::uuid
                  or "withheld"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $25::uuid
                      and f.following_id = "withheld"."created_by"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "withheld"."created_by"
                      and f.following_id = $26::uuid
                  )
                  or "withheld"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "withheld"."crew_id"
                      and in_crew.user_id = $27::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $28::uuid
                      or b.blocker_id = $29::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                  or "withheld"."audience" in ('members')
                  and $30::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $31::uuid
                      or b.blocker_id = $32::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                ) is not true
            )
          )
        order by "a"."created_at"
        limit 30
      ) line
  ) as appeals,
  (
    select coalesce(json_agg(line.item), '[]')
    from (
        select json_build_object(
            'id', s.id,
            'name', s.name,
            'confirmed_at', to_char("s"."confirmed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ) as item
        from steward_areas area
          cross join lateral (
            select s.*
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
            where s.status = 'open'
              and (
                "area"."shape" @> point("s"."longitude", "s"."latitude")
                or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
              )
              and coalesce(
                s.confirmed_at,
                case
                  when s.source is null then s.created_at
                end,
                '-infinity'
              ) < now() - make_interval(months => 18)
          ) s
        where area.id = which.id
          and (
            "s"."id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "s"."id"
                and "withheld"."audience" <> all (array['everybody'])
                and (
                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "withheld"."created_by" = $33::uuid
                  or "withheld"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $34::uuid
                      and f.following_id = "withheld"."created_by"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "withheld"."created_by"
                      and f.following_id = $35::uuid
                  )
                  or "withheld"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "withheld"."crew_id"
                      and in_crew.user_id = $36::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $37::uuid
                      or b.blocker_id = $38::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                  or "withheld"."audience" in ('members')
                  and $39::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $40::uuid
                      or b.blocker_id = $41::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                ) is not true
            )
          )
        order by s.confirmed_at nulls last,
          s.id
        limit 30
      ) line
  ) as doubtful
from (select $42::uuid as id) which

-- $1 uuid: where named.user_id = $1::uuid
-- $2 uuid: from (select $2::uuid as id) one
select exists (
    select from area_stewards named
      join profiles steward on steward.user_id = named.user_id
      and (not "steward"."is_hidden" and "steward"."former_at" is null)
    where named.user_id = $1::uuid
      and named.area_id = "one"."id"
  ) as is_steward
from (select $2::uuid as id) one

-- ../prepared/viewer_by_token.sql

-- $1 uuid: where "id" = $1
select "id",
  "name"
from "steward_areas"
where "id" = $1
