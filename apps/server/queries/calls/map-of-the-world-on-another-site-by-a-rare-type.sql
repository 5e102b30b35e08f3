-- map of the world on another site, by a rare type

-- $1 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 smallint[]: from unnest($3::smallint[]) t (facet)
-- $4 bigint: limit $4
-- $5 bigint: limit $5
-- $6 uuid: join visible_spots ($6::uuid) s on s.id = c.id
-- $7 double precision: and s.latitude between $7 and $8
-- $8 double precision: and s.latitude between $7 and $8
-- $9 bigint: limit $9
with candidates as materialized (
    select found.id,
      found.place
    from unnest($1::bigint[], $2::bigint[]) r (low, high)
      cross join lateral (
        select found.id,
          found.place
        from unnest($3::smallint[]) t (facet)
          cross join lateral (
            select f.spot_id as id,
              row_number() over (order by f.qk, f.spot_id) as place
            from spot_facets f
            where f.facet = t.facet
              and f.qk >= r.low
              and f.qk < r.high
            order by f.qk,
              f.spot_id
            limit $4
          ) found
      ) found
    limit $5
  ),
  shown as (
    select s.id,
      s.name,
      s.city,
      s.spot_type,
      s.latitude,
      s.longitude,
      (
        case
          when s.cover_media_id is null then 0
          else 2
        end + case
          when s.has_video
          or s.confirmed_by > 1 then 1
          else 0
        end
      ) as rank,
      case
        when s.status = 'gone' then 'gone'
        when coalesce(s.spot_state in ('skatestopped', 'under_construction', 'closed'), false) then 'stopped'
        when (
          coalesce(
            s.confirmed_at,
            case
              when s.source is null then s.created_at
            end,
            '-infinity'
          ) < greatest(now() - make_interval(months => 18), s.source_missing_since)
        ) then 'doubtful'
        else 'fresh'
      end as look
    from (select id, min(place) as place from candidates group by id) c
      join visible_spots ($6::uuid) s on s.id = c.id
    where ("s"."audience" = 'everybody' and s.precision = 'exact' and s.left_map_at is null)
      and s.status = 'open'
      and s.latitude between $7 and $8
    order by c.place,
      s.qk,
      s.id
    limit $9
  )
select (select count(*)::int from candidates) as examined,
  (select coalesce(json_agg(shown order by name, id), '[]') from shown) as items

-- ../prepared/viewer_by_token.sql
