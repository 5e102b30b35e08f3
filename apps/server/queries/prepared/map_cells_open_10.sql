-- $1 json: from json_to_recordset($1::json) r (low bigint, high bigint)
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
    where z = 10
      and cell >= r.low
      and cell < r.high
      and "n" > 0
    offset 0
  ) c
order by c.cell
