-- crew

-- $1 uuid: "who"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
-- $2 uuid: "who"."user_id" <> all (array(select b from blocked_people ($2::uuid) b))
-- $3 uuid: not exists (select from blocks b where b.blocker_id = "who"."user_id" and b.blocked_id = $3::uuid)
-- $4 uuid: and mine.user_id = $4
-- $5 uuid: where c.id = $5
select c.id,
  c.name,
  mine.role,
  to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  mine.role = 'owner'
  and c.hidden_name is not null as is_name_hidden,
  (
    select json_agg(
        json_build_object(
          'user', case
            when (
              "who"."user_id" <> all (array(select b from blocked_people ($1::uuid) b))
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = "who"."user_id"
                  and hidden_profile.is_hidden
              )
            ) then json_build_object(
              'user_id', "who"."user_id",
              'username', "who"."username",
              'full_name', "who"."full_name",
              'avatar_url', "who"."avatar_url"
            )::jsonb
            else json_build_object(
              'user_id', "who"."user_id",
              'username', "who"."username",
              'full_name', "who"."full_name",
              'avatar_url', "who"."avatar_url"
            )::jsonb || '{"avatar_url": null}'
          end,
          'role', m.role,
          'joined_at', to_char("m"."joined_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
        order by m.role = 'owner' desc,
          m.joined_at,
          m.user_id
      )
    from crew_members m
      join profiles who on who.user_id = m.user_id
    where m.crew_id = c.id
      and (
        (
          "who"."user_id" <> all (array(select b from blocked_people ($2::uuid) b))
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "who"."user_id"
              and hidden_profile.is_hidden
          )
        )
        or mine.role = 'owner'
        and (
          not exists (select from blocks b where b.blocker_id = "who"."user_id" and b.blocked_id = $3::uuid)
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "who"."user_id"
              and hidden_profile.is_hidden
          )
        )
      )
  ) as members
from crews c
  join crew_members mine on mine.crew_id = c.id
  and mine.user_id = $4
where c.id = $5

-- $1 uuid: join visible_people ($1::uuid) who on who.user_id = i.user_id
-- $2 uuid: where i.crew_id = $2
select json_build_object(
    'user_id', "who"."user_id",
    'username', "who"."username",
    'full_name', "who"."full_name",
    'avatar_url', "who"."avatar_url"
  ) as user,
  to_char("i"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from crew_invitations i
  join visible_people ($1::uuid) who on who.user_id = i.user_id
where i.crew_id = $2
  and i.withdrawn_at is null
  and i.created_at > now() - make_interval(days => 30)
order by i.created_at desc,
  i.user_id

-- ../prepared/viewer_by_token.sql
