-- counts of facts in a view

select coalesce(sum(n + n20), 0)::int as "all",
  array[]::int[] as sums
from cells
where z = 0

-- $1 text[]: coalesce(f.surface = any ($1::text[]), false) as has_surface,
-- $2 bigint[]: from unnest($2::bigint[], $3::bigint[]) r (low, high)
-- $3 bigint[]: from unnest($2::bigint[], $3::bigint[]) r (low, high)
-- $4 integer: and s.facets < $4
-- $5 text[]: and surface = any ($5::text[])
-- $6 text[]: and surface = any ($6::text[])
-- $7 text[]: and surface = any ($7::text[])
-- $8 text[]: and surface = any ($8::text[])
-- $9 text[]: and surface = any ($9::text[])
with found as materialized (
    select f.spot_id,
      f.surface,
      f.ground,
      coalesce(f.surface = any ($1::text[]), false) as has_surface,
      true as has_ground,
      true as has_features,
      true as has_obstacle,
      coalesce(f.light_at_night in ('partial', 'full'), false) as "lit",
      coalesce(f.roof in ('partial', 'full'), false) as "roofed",
      coalesce(f.indoor, false) as "indoor",
      (f.fee is not distinct from 'free' and f.fee_note is null) as "free",
      coalesce(f.traffic = 'none', false) as "quiet",
      coalesce(f.for_beginners, false) as "beginners",
      coalesce(f.water, false) as "water",
      coalesce(f.toilet, false) as "toilet",
      coalesce(f.wheelchair in ('partly', 'yes'), false) as "wheelchair",
      coalesce(f.inline_skates, false) as "inline_skates",
      coalesce(f.scooters, false) as "scooters",
      coalesce(f.bmx, false) as "bmx"
    from unnest($2::bigint[], $3::bigint[]) r (low, high)
      cross join lateral (select * from spot_facts where qk >= r.low and qk < r.high offset 0) f
      join spots s on s.id = f.spot_id
    where s.deleted_at is null
      and "s"."audience" = 'everybody'
      and s.facets < $4
  )
select count(*) filter (where has_surface and has_ground and has_features and has_obstacle)::int as total,
  json_build_object(
    'glassy', count(*) filter (
      where has_ground
        and has_features
        and has_obstacle
        and surface = any ($5::text[])
    ),
    'smooth', count(*) filter (
      where has_ground
        and has_features
        and has_obstacle
        and surface = any ($6::text[])
    ),
    'average', count(*) filter (
      where has_ground
        and has_features
        and has_obstacle
        and surface = any ($7::text[])
    ),
    'rough', count(*) filter (
      where has_ground
        and has_features
        and has_obstacle
        and surface = any ($8::text[])
    ),
    'crusty', count(*) filter (
      where has_ground
        and has_features
        and has_obstacle
        and surface = any ($9::text[])
    )
  ) as surfaces,
  json_build_object(
    'concrete', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'concrete'),
    'asphalt', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'asphalt'),
    'wood', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'wood'),
    'metal', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'metal'),
    'plastic', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'plastic'),
    'stone', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'stone'),
    'brick', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'brick'),
    'granite', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'granite'),
    'marble', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'marble'),
    'other', count(*) filter (where has_surface and has_features and has_obstacle and ground = 'other')
  ) as grounds,
  json_build_object(
    'lit', count(*) filter (where has_surface and has_ground and has_features and has_obstacle and "lit"),
    'roofed', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "roofed"
    ),
    'indoor', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "indoor"
    ),
    'free', count(*) filter (where has_surface and has_ground and has_features and has_obstacle and "free"),
    'quiet', count(*) filter (where has_surface and has_ground and has_features and has_obstacle and "quiet"),
    'beginners', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "beginners"
    ),
    'water', count(*) filter (where has_surface and has_ground and has_features and has_obstacle and "water"),
    'toilet', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "toilet"
    ),
    'wheelchair', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "wheelchair"
    ),
    'inline_skates', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "inline_skates"
    ),
    'scooters', count(*) filter (
      where has_surface
        and has_ground
        and has_features
        and has_obstacle
        and "scooters"
    ),
    'bmx', count(*) filter (where has_surface and has_ground and has_features and has_obstacle and "bmx")
  ) as features,
  (
    select coalesce(json_object_agg(kind, n), '{}')
    from (
        select o.kind,
          count(distinct o.spot_id) as n
        from found
          join spot_obstacles o on o.spot_id = found.spot_id
        where found.has_surface
          and found.has_ground
          and found.has_features
          and true
        group by o.kind
      ) kinds
  ) as obstacles
from found

-- ../prepared/viewer_by_token.sql
