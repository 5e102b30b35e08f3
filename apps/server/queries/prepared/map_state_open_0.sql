select version,
  (select coalesce(sum("n"), 0)::int from cells where z = 0) as total
from map_state
