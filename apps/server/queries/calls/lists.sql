-- lists

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: cross join lateral (select * from visible_spots ($3::uuid) one where one.id = ls.spot_id offset 0) s
-- $4 uuid: cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
-- $5 uuid: from visible_media ($5::uuid) m
-- $6 uuid: and named.spot_id = $6::uuid
-- $7 uuid: select from withheld_spots ($7::uuid) withheld
-- $8 uuid: from editable_lists ($8::uuid) l
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
    'spots_count', (
      select count(*)
      from (select * from list_spots named where named.list_id = l.id) ls
        cross join lateral (select * from visible_spots ($3::uuid) one where one.id = ls.spot_id offset 0) s
    ),
    'photo', (
      select media_json ("cover"."item")
      from (select * from list_spots named where named.list_id = l.id) ls
        cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
        cross join lateral (
          select m as item
          from visible_media ($5::uuid) m
          where m.id = s.cover_media_id
          offset 0
        ) cover
      order by ls.position,
        ls.added_at,
        ls.spot_id
      limit 1
    ),
    'updated_at', to_char("l"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as list,
  exists (
    select from list_spots named
    where named.list_id = l.id
      and named.spot_id = $6::uuid
      and not exists (
        select from withheld_spots ($7::uuid) withheld
        where withheld.id = named.spot_id
        offset 0
      )
  ) as has_spot
from editable_lists ($8::uuid) l
  join profiles owner on owner.user_id = l.user_id
order by l.updated_at desc,
  l.id desc

-- ../prepared/viewer_by_token.sql
