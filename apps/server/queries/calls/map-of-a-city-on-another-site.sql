-- map of a city on another site

-- $1 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $2 bigint[]: from unnest($1::bigint[], $2::bigint[]) r (low, high)
-- $3 bigint: limit $3
-- $4 bigint: limit $4
-- $5 uuid: join visible_spots ($5::uuid) s on s.id = c.id
-- $6 double precision: and (s.latitude between $6 and $7 and s.longitude between $8 and $9)
-- $7 double precision: and (s.latitude between $6 and $7 and s.longitude between $8 and $9)
-- $8 double precision: and (s.latitude between $6 and $7 and s.longitude between $8 and $9)
-- $9 double precision: and (s.latitude between $6 and $7 and s.longitude between $8 and $9)
-- $10 bigint: limit $10
with candidates as materialized (
    select found.id,
      found.place
    from unnest($1::bigint[], $2::bigint[]) r (low, high)
      cross join lateral (
        select s.id,
          row_number() over (order by s.qk, s.id) as place
        from spots s
        where s.deleted_at is null
          and "s"."audience" = 'everybody'
          and s.qk >= r.low
          and s.qk < r.high
        order by s.qk,
          s.id
        limit $3
      ) found
    limit $4
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
      join visible_spots ($5::uuid) s on s.id = c.id
    where ("s"."audience" = 'everybody' and s.precision = 'exact' and s.left_map_at is null)
      and s.status = 'open'
      and (s.latitude between $6 and $7 and s.longitude between $8 and $9)
    order by c.place,
      s.qk,
      s.id
    limit $10
  )
select (select count(*)::int from candidates) as examined,
  (select coalesce(json_agg(shown order by name, id), '[]') from shown) as items

-- ../prepared/viewer_by_token.sql
