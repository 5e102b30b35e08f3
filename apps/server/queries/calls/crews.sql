-- crews

-- $1 uuid: join visible_people ($1::uuid) who on who.user_id = other.user_id
-- $2 uuid: where m.user_id = $2
select c.id,
  c.name,
  m.role,
  (
    select count(*)::int
    from crew_members other
      join visible_people ($1::uuid) who on who.user_id = other.user_id
    where other.crew_id = c.id
  ) as members_count
from crew_members m
  join crews c on c.id = m.crew_id
where m.user_id = $2
order by nollie_normalize (c.name),
  c.id

-- $1 uuid: where i.user_id = $1
-- $2 uuid: and exists (select from visible_people ($2::uuid) inviter where inviter.user_id = i.invited_by)
-- $3 bigint: limit $3
select json_build_object('id', c.id, 'name', c.name) as crew,
  person_json ("who") as invited_by,
  to_char("i"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from crew_invitations i
  join crews c on c.id = i.crew_id
  join profiles who on who.user_id = i.invited_by
where i.user_id = $1
  and (
    i.declined_at is null
    and i.withdrawn_at is null
    and i.created_at > now() - make_interval(days => 30)
    and exists (select from visible_people ($2::uuid) inviter where inviter.user_id = i.invited_by)
    and exists (
      select from crew_members inviter
      where inviter.crew_id = i.crew_id
        and inviter.user_id = i.invited_by
    )
  )
order by i.created_at desc,
  i.crew_id
limit $3

-- ../prepared/viewer_by_token.sql
