-- merges

-- $1 integer: cross join lateral (select m.merged_at + make_interval(days => $1) as until) ends
-- $2 uuid: left join visible_people ($2::uuid) who on who.user_id = m.merged_by
-- $3 integer: where m.merged_at > now() - make_interval(days => $3)
-- $4 uuid: where one.merged_by = $4
-- $5 uuid: where own.created_by = $5
-- $6 uuid: where own.created_by = $6
-- $7 uuid: and not exists (select from withheld_spots ($7::uuid) withheld where withheld.id = s.id offset 0)
-- $8 uuid: and not exists (select from withheld_spots ($8::uuid) withheld where withheld.id = merged.id offset 0)
-- $9 bigint: limit $9
select m.id,
  json_build_object('id', merged.id, 'name', merged.name) as "from",
  json_build_object('id', s.id, 'name', s.name) as "into",
  case
    when who.user_id is not null then person_json ("who")
  end as merged_by,
  to_char("m"."merged_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as merged_at,
  to_char("ends"."until" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
from spot_merges m
  join spots s on s.id = m.spot_id
  join spots merged on merged.id = m.from_id
  cross join lateral (select m.merged_at + make_interval(days => $1) as until) ends
  left join visible_people ($2::uuid) who on who.user_id = m.merged_by
where m.merged_at > now() - make_interval(days => $3)
  and merged.purged_at is null
  and m.id in (
    select one.id
    from spot_merges one
    where one.merged_by = $4
    union
    select one.id
    from spots own
      join spot_merges one on one.spot_id = own.id
    where own.created_by = $5
    union
    select one.id
    from spots own
      join spot_merges one on one.from_id = own.id
    where own.created_by = $6
  )
  and not exists (select from withheld_spots ($7::uuid) withheld where withheld.id = s.id offset 0)
  and not exists (select from withheld_spots ($8::uuid) withheld where withheld.id = merged.id offset 0)
order by m.merged_at desc,
  m.id desc
limit $9

-- ../prepared/viewer_by_token.sql
