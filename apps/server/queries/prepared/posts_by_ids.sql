-- $1 uuid: with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
-- $2 uuid[]: from unnest($2::uuid[]) with ordinality wanted (id, ordinal)
with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
  page as materialized (
    select found.*,
      row_number() over () as ordinal
    from (
        select p as post,
          p.id,
          p.created_at
        from unnest($2::uuid[]) with ordinality wanted (id, ordinal)
          join visible_posts ($1::uuid) p on p.id = wanted.id
        order by wanted.ordinal
      ) found
  ),
  shown as materialized (select array(select id from page) as ids),
  hidden as materialized (
    select h.*
    from across,
      shown
      cross join lateral hidden_on (shown.ids, across.ids) h
  )
select card.post::text as post,
  p.id,
  to_char("p"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (select count(*) from page) > 20 as more
from page p
  cross join across
  cross join hidden
  cross join lateral post_json ($1::uuid, p.post, across.ids, hidden.likes, hidden.comments) card
where p.ordinal <= 20
order by p.ordinal
