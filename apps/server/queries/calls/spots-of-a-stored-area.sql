-- spots of a stored area

-- $1 uuid: from visible_spots ($1::uuid) s
-- $2 uuid: from exact_positions ($2::uuid) exact
-- $3 uuid[]: where s.id = any ($3::uuid[])
select s.id,
  case
    when exact.spot_id is null then "s"."address"
    else "exact"."address"
  end as address,
  s.has_video
from visible_spots ($1::uuid) s
  left join lateral (
    select *
    from exact_positions ($2::uuid) exact
    where exact.spot_id = s.id
      and s.precision <> 'exact'
    offset 0
  ) exact on true
where s.id = any ($3::uuid[])

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql

-- $1 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 uuid: from visible_spots ($3::uuid) s
-- $4 double precision: and (s.latitude between $4 and $5 and s.longitude between $6 and $7)
-- $5 double precision: and (s.latitude between $4 and $5 and s.longitude between $6 and $7)
-- $6 double precision: and (s.latitude between $4 and $5 and s.longitude between $6 and $7)
-- $7 double precision: and (s.latitude between $4 and $5 and s.longitude between $6 and $7)
-- $8 bigint: limit $8
-- $9 bigint: limit $9
select qk,
  id
from (
    select spot.*
    from unnest($1::bigint[], $2::bigint[]) r (low, high)
      cross join lateral (
        select s.qk,
          s.id,
          s.cover_media_id
        from visible_spots ($3::uuid) s
        where s.left_map_at is null
          and s.qk >= r.low
          and s.qk < r.high
          and (s.latitude between $4 and $5 and s.longitude between $6 and $7)
        order by s.qk,
          s.id
        limit $8
      ) spot
    order by spot.qk,
      spot.id
    limit $9
  ) spot
