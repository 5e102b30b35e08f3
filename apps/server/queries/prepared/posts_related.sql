-- $1 uuid: with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
-- $2 uuid: where it.id = $2::uuid
with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
  page as materialized (
    select found.*,
      row_number() over () as ordinal
    from (
        select p as post,
          p.id,
          p.created_at
        from visible_posts ($1::uuid) it
          join visible_posts ($1::uuid) p on p.user_id = it.user_id
          and p.created_at between it.created_at - interval '5 minutes' and it.created_at + interval '5 minutes'
          and (
            p.id = it.id
            or p.spot_id = it.spot_id
            and exists (
              select from post_media pm
                join media m on m.id = pm.media_id
              where pm.post_id = p.id
                and m.status in ('processing', 'ready')
            )
          )
        where it.id = $2::uuid
        order by p.created_at,
          p.id
        limit 50
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
  (select count(*) from page) > 50 as more
from page p
  cross join across
  cross join hidden
  cross join lateral post_json ($1::uuid, p.post, across.ids, hidden.likes, hidden.comments) card
where p.ordinal <= 50
order by p.ordinal
