-- $1 json: from json_array_elements_text($1::json) wanted (id)
select s.*
from json_array_elements_text($1::json) wanted (id)
  cross join lateral (
    select id,
      name,
      spot_type,
      status = 'gone' as gone,
      qk
    from spots
    where id = wanted.id::uuid
      and deleted_at is null
      and "spots"."audience" = 'everybody'
    offset 0
  ) s
order by s.qk,
  s.id
