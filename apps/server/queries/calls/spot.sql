-- spot

-- $1 uuid: exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = $1) as saved,
-- $2 uuid: from exact_positions ($2::uuid) exact
-- $3 uuid: left join visible_people ($3::uuid) who on who.user_id = s.created_by
-- $4 uuid: from visible_posts ($4::uuid) p
-- $5 uuid: where s.id = $5
select case
    when exact.spot_id is null then "s"."address"
    else "exact"."address"
  end as address,
  case
    when exact.spot_id is null then "s"."postal_code"
    else "exact"."postal_code"
  end as postal_code,
  who.user_id as created_by,
  s.version,
  exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = $1) as saved,
  to_char("s"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  s.source_id,
  to_char("s"."source_missing_since" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as source_missing_since,
  case
    when who.user_id is not null then person_json ("who")
  end as creator,
  coalesce(files.images, '[]') as additional_images,
  coalesce(files.videos, '[]') as videos
from spots s
  left join lateral (
    select *
    from exact_positions ($2::uuid) exact
    where exact.spot_id = s.id
      and s.precision <> 'exact'
    offset 0
  ) exact on true
  left join visible_people ($3::uuid) who on who.user_id = s.created_by
  cross join lateral (
    select json_agg((media_json ("m") ->> 'url') order by pm.media_index) filter (
        where m.type = 'image'
          and m.id is distinct from s.cover_media_id
      ) as images,
      json_agg((media_json ("m") ->> 'url') order by pm.media_index) filter (where m.type = 'video') as videos
    from visible_posts ($4::uuid) p
      join post_media pm on pm.post_id = p.id
      join media m on m.id = pm.media_id
    where p.spot_id = s.id
      and p.kind = 'spot'
      and m.status = 'ready'
  ) files
where s.id = $5
  and s.deleted_at is null

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql
