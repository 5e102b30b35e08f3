-- list

-- $1 uuid: 'is_own', coalesce(l.user_id = $1::uuid, false),
-- $2 uuid: when l.user_id = $2::uuid then l.link
-- $3 uuid: cross join lateral (select * from visible_spots ($3::uuid) one where one.id = ls.spot_id offset 0) s
-- $4 uuid: cross join lateral (select * from visible_spots ($4::uuid) one where one.id = ls.spot_id offset 0) s
-- $5 uuid: from visible_media ($5::uuid) m
-- $6 uuid: where l.id = $6
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
  ) as list
from lists l
  join profiles owner on owner.user_id = l.user_id
where l.id = $6

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
