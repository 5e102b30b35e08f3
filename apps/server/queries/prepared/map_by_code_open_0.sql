-- $1 json: from json_to_recordset($1::json) r (low bigint, high bigint)
select coalesce(array_agg(id::text), '{}') as ids,
  coalesce(array_agg(qk), '{}') as codes,
  coalesce(array_agg(facets), '{}') as facets
from (
    select s.*
    from json_to_recordset($1::json) r (low bigint, high bigint)
      cross join lateral (
        select *
        from (
            select id,
              qk,
              facets
            from spots
            where deleted_at is null
              and "spots"."audience" = 'everybody'
              and facets < 524288
          ) spot
        where qk >= r.low
          and qk < r.high
        order by qk,
          id
        limit 6001
      ) s
    limit 6001
  ) s
