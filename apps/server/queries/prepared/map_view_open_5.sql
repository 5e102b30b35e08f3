-- $1 json: from json_to_recordset($1::json) r (low bigint, high bigint)
with filled as materialized (
    select c.*
    from json_to_recordset($1::json) r (low bigint, high bigint)
      cross join lateral (
        select cell,
          "n" as n,
          n + n20 as "all",
          sx,
          sy,
          mix
        from cells
        where z = 5
          and cell >= r.low
          and cell < r.high
          and "n" > 0
        offset 0
      ) c
  )
select version,
  (select coalesce(sum("n"), 0)::int from cells where z = 0) as total,
  (select coalesce(json_agg(f order by f.cell), '[]') from filled f where f.n > 3) as discs,
  (
    select coalesce(json_agg(pin order by pin.qk, pin.id), '[]')
    from filled f
      cross join lateral (
        select s.id,
          s.name,
          s.spot_type,
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
          end as look,
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
          s.qk
        from spots s
        where deleted_at is null
          and "s"."audience" = 'everybody'
          and facets < 524288
          and f.n <= 3
          and qk >= f.cell * 274877906944::bigint
          and qk < (f.cell + 1) * 274877906944::bigint
        order by qk,
          id
        limit 3
      ) pin
  ) as pins
from map_state
