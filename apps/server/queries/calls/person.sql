-- person

-- $1 uuid: exists (select from follows f where f.follower_id = $1::uuid and f.following_id = who.user_id) as following,
-- $2 uuid: exists (select from mutes m where m.muter_id = $2::uuid and m.muted_id = who.user_id) as muted,
-- $3 uuid: and f.following_id = $3::uuid
-- $4 bigint: json_agg(friend.person order by friend.position) filter (where friend.position <= $4),
-- $5 uuid: where f.follower_id = $5::uuid
-- $6 uuid: and mine.user_id = $6::uuid
-- $7 uuid: where f.follower_id = $7::uuid
-- $8 uuid: and mine.user_id = $8::uuid
-- $9 uuid: where who.user_id <> $9::uuid
-- $10 uuid: from visible_people ($10::uuid) who
-- $11 uuid: cross join lateral person_totals ($11::uuid, "who"."user_id") counts
-- $12 uuid: where who.user_id = $12
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
  exists (select from follows f where f.follower_id = $1::uuid and f.following_id = who.user_id) as following,
  exists (select from mutes m where m.muter_id = $2::uuid and m.muted_id = who.user_id) as muted,
  exists (
    select from follows f
    where f.follower_id = who.user_id
      and f.following_id = $3::uuid
  ) as follows_you,
  (
    select json_build_object(
        'count', count(*),
        'people', coalesce(
          json_agg(friend.person order by friend.position) filter (where friend.position <= $4),
          '[]'
        )
      )
    from (
        select person_json ("p") as person,
          row_number() over (order by p.sort_name, p.user_id) as position
        from (
            select friend.user_id
            from (
                select f.following_id as user_id
                from follows f
                where f.follower_id = $5::uuid
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = f.following_id
                      and hidden_profile.is_hidden
                  )
              ) friend
              cross join lateral (
                select from follows f
                where f.follower_id = friend.user_id
                  and f.following_id = "who"."user_id"
                offset 0
              ) found
            where not (
                select theirs.followers_count < mine.following_count
                from person_counts theirs,
                  person_counts mine
                where theirs.user_id = "who"."user_id"
                  and mine.user_id = $6::uuid
              ) is true
            union all
            select fan.follower_id
            from follows fan
              cross join lateral (
                select from follows f
                where f.follower_id = $7::uuid
                  and f.following_id = fan.follower_id
                offset 0
              ) found
            where fan.following_id = "who"."user_id"
              and (
                select theirs.followers_count < mine.following_count
                from person_counts theirs,
                  person_counts mine
                where theirs.user_id = "who"."user_id"
                  and mine.user_id = $8::uuid
              ) is true
              and not exists (
                select from profiles hidden_profile
                where hidden_profile.user_id = fan.follower_id
                  and hidden_profile.is_hidden
              )
          ) mine
          cross join lateral (select p.* from profiles p where p.user_id = mine.user_id offset 0) p
        where who.user_id <> $9::uuid
      ) friend
  ) as mutual,
  to_char("who"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char("who"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from visible_people ($10::uuid) who
  cross join lateral person_totals ($11::uuid, "who"."user_id") counts
where who.user_id = $12

-- ../prepared/viewer_by_token.sql
