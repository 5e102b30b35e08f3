-- person

-- $1 uuid: exists (select from mutes m where m.muter_id = $1::uuid and m.muted_id = who.user_id) as muted,
-- $2 bigint: json_agg(friend.person order by friend.position) filter (where friend.position <= $2),
-- $3 uuid: from mutual_friends ($3::uuid, who.user_id) mine
-- $4 uuid: where who.user_id <> $4::uuid
-- $5 uuid: from visible_people ($5::uuid) who
-- $6 uuid: cross join lateral person_totals ($6::uuid, "who"."user_id") counts
-- $7 uuid: cross join lateral follows_between ($7::uuid, who.user_id) follow
-- $8 uuid: where who.user_id = $8
select who.user_id,
  who.username,
  who.full_name,
  who.avatar_url,
  who.bio,
  who.instagram_url,
  who.home_town,
  who.is_admin,
  who.avatar_media_id,
  counts.*,
  who.version,
  follow.*,
  exists (select from mutes m where m.muter_id = $1::uuid and m.muted_id = who.user_id) as muted,
  (
    select json_build_object(
        'count', count(*),
        'people', coalesce(
          json_agg(friend.person order by friend.position) filter (where friend.position <= $2),
          '[]'
        )
      )
    from (
        select person_json ("p") as person,
          row_number() over (order by p.sort_name, p.user_id) as position
        from mutual_friends ($3::uuid, who.user_id) mine
          cross join lateral (select p.* from profiles p where p.user_id = mine.user_id offset 0) p
        where who.user_id <> $4::uuid
      ) friend
  ) as mutual,
  to_char("who"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char("who"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from visible_people ($5::uuid) who
  cross join lateral person_totals ($6::uuid, "who"."user_id") counts
  cross join lateral follows_between ($7::uuid, who.user_id) follow
where who.user_id = $8

-- ../prepared/viewer_by_token.sql
