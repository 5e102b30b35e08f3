-- list

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: cross join lateral list_summary ($3::uuid, l.id) spots
-- $4 uuid: where l.id = $4
select json_build_object(
    'id', l.id,
    'owner', person_json ("owner"),
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
    'spots_count', spots.count,
    'photo', spots.photo,
    'updated_at', to_char("l"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as list
from lists l
  join profiles owner on owner.user_id = l.user_id
  cross join lateral list_summary ($3::uuid, l.id) spots
where l.id = $4

-- $1 uuid: when l.user_id = $1::uuid then 'own'
-- $2 uuid: from visible_lists ($2::uuid) l
-- $3 uuid: where l.id = $3::uuid
select l.id,
  case
    when l.user_id = $1::uuid then 'own'
    when l.visibility = 'crew' then 'change'
    else 'read'
  end as right
from visible_lists ($2::uuid) l
where l.id = $3::uuid

-- $1 uuid: where ls.list_id = $1
-- $2 uuid: and not exists (select from withheld_spots ($2::uuid) withheld where withheld.id = ls.spot_id offset 0)
select ls.spot_id,
  ls.note,
  to_char("ls"."added_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as added_at
from list_spots ls
where ls.list_id = $1
  and not exists (select from withheld_spots ($2::uuid) withheld where withheld.id = ls.spot_id offset 0)
order by ls.position,
  ls.added_at,
  ls.spot_id

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql
