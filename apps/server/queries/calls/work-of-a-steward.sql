-- work of a steward

-- $1 uuid: join visible_spots ($1::uuid) s on s.id = c.spot_id
-- $2 uuid: and s.created_by is distinct from $2
-- $3 uuid: join visible_spots ($3::uuid) s on s.id = c.spot_id
-- $4 uuid: and s.created_by is distinct from $4
-- $5 uuid: and d.admin_id is distinct from $5
-- $6 uuid: and c.owner_id is distinct from $6
-- $7 uuid: join visible_spots ($7::uuid) s on s.id = c.spot_id
-- $8 uuid: and s.created_by is distinct from $8
-- $9 uuid: and not exists (select from withheld_spots ($9::uuid) withheld where withheld.id = s.id offset 0)
-- $10 uuid: from (select $10::uuid as id) which
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
          join visible_spots ($1::uuid) s on s.id = c.spot_id
          and c.status = 'open'
          and c.kind = 'spot'
        where area.id = which.id
          and (
            "area"."shape" @> point("s"."longitude", "s"."latitude")
            or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
          )
          and s.created_by is distinct from $2
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
          join visible_spots ($3::uuid) s on s.id = c.spot_id
          and c.state = 'open'
        where area.id = which.id
          and (
            "area"."shape" @> point("s"."longitude", "s"."latitude")
            or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
          )
          and s.created_by is distinct from $4
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
          and d.admin_id is distinct from $5
          join report_cases c on c.id = d.case_id
          and c.owner_id is distinct from $6
          join visible_spots ($7::uuid) s on s.id = c.spot_id
        where area.id = which.id
          and (
            "area"."shape" @> point("s"."longitude", "s"."latitude")
            or "area"."shape" @> point("s"."longitude" + 360, "s"."latitude")
          )
          and s.created_by is distinct from $8
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
            from spots_around (area.bounds) s
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
          and not exists (select from withheld_spots ($9::uuid) withheld where withheld.id = s.id offset 0)
        order by s.confirmed_at nulls last,
          s.id
        limit 30
      ) line
  ) as doubtful
from (select $10::uuid as id) which

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
