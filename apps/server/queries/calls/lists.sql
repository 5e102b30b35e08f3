-- lists

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: and named.spot_id = $3::uuid
-- $4 uuid: select from withheld_spots ($4::uuid) withheld
-- $5 uuid: from editable_lists ($5::uuid) l
-- $6 uuid: cross join lateral list_summary ($6::uuid, l.id) spots
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
  ) as list,
  exists (
    select from list_spots named
    where named.list_id = l.id
      and named.spot_id = $3::uuid
      and not exists (
        select from withheld_spots ($4::uuid) withheld
        where withheld.id = named.spot_id
        offset 0
      )
  ) as has_spot
from editable_lists ($5::uuid) l
  join profiles owner on owner.user_id = l.user_id
  cross join lateral list_summary ($6::uuid, l.id) spots
order by l.updated_at desc,
  l.id desc

-- ../prepared/viewer_by_token.sql
