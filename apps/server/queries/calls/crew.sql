-- crew

-- $1 uuid: join unblocking_people ($1::uuid) who on who.user_id = m.user_id
-- $2 uuid: left join visible_people ($2::uuid) seen on seen.user_id = m.user_id
-- $3 uuid: and mine.user_id = $3
-- $4 uuid: where c.id = $4
select c.id,
  c.name,
  mine.role,
  to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  mine.role = 'owner'
  and c.hidden_name is not null as is_name_hidden,
  (
    select coalesce(
        json_agg(
          json_build_object(
            'user', case
              when seen.user_id is not null then person_json ("who")::jsonb
              else person_json ("who")::jsonb || '{"avatar_url": null}'
            end,
            'role', m.role,
            'joined_at', to_char("m"."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          )
          order by m.role = 'owner' desc,
            m.joined_at,
            m.user_id
        ),
        '[]'
      )
    from crew_members m
      join unblocking_people ($1::uuid) who on who.user_id = m.user_id
      left join visible_people ($2::uuid) seen on seen.user_id = m.user_id
    where m.crew_id = c.id
      and (seen.user_id is not null or mine.role = 'owner')
  ) as members
from crews c
  join crew_members mine on mine.crew_id = c.id
  and mine.user_id = $3
where c.id = $4

-- $1 uuid: join visible_people ($1::uuid) who on who.user_id = i.user_id
-- $2 uuid: where i.crew_id = $2
select person_json ("who") as user,
  to_char("i"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from crew_invitations i
  join visible_people ($1::uuid) who on who.user_id = i.user_id
where i.crew_id = $2
  and i.withdrawn_at is null
  and i.created_at > now() - make_interval(days => 30)
order by i.created_at desc,
  i.user_id

-- ../prepared/viewer_by_token.sql
