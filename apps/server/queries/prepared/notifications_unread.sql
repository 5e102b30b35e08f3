-- $1 uuid: select from notifications_by_visible_people ($1::uuid) n
select count(*)::int as count
from (
    select from notifications_by_visible_people ($1::uuid) n
      cross join lateral has_visible_target ($1::uuid, n)
    where n.read_at is null
    limit 10
  ) unread
