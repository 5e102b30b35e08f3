-- $1 text[]: from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality hit (name, subject, seconds, times, ordinal)
-- $2 text[]: from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality hit (name, subject, seconds, times, ordinal)
-- $3 integer[]: from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality hit (name, subject, seconds, times, ordinal)
-- $4 integer[]: from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality hit (name, subject, seconds, times, ordinal)
with hit as materialized (
    select ordinal,
      name,
      subject,
      seconds,
      times,
      to_timestamp(floor(extract(epoch from now()) / seconds) * seconds) as window_start
    from unnest($1::text[], $2::text[], $3::int[], $4::int[]) with ordinality hit (name, subject, seconds, times, ordinal)
  ),
  counted as (
    insert into rate_counts as r (name, subject, window_start, times)
    select name,
      subject,
      window_start,
      times
    from hit
    order by 1,
      2,
      3
    on conflict (name, subject, window_start) do update
    set times = r.times + excluded.times
    returning name,
      subject,
      window_start,
      times
  )
select hit.ordinal::int,
  counted.times,
  ceil(extract(epoch from window_start - now()) + hit.seconds)::int as seconds_left
from hit
  join counted using (name, subject, window_start)
