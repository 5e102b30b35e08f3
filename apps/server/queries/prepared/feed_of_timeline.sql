-- $1 uuid: with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
-- $2 timestamp with time zone: and (t.created_at, t.post_id) < ($2::timestamptz, $3::uuid)
-- $3 uuid: and (t.created_at, t.post_id) < ($2::timestamptz, $3::uuid)
with across as materialized (select array(select b from blocked_people ($1::uuid) b) as ids),
  page as materialized (
    select found.*,
      row_number() over () as ordinal
    from (
        select p.*
        from (
            (
              select p as post,
                p.id,
                p.created_at
              from timeline t
                join visible_posts ($1::uuid) p on p.id = t.post_id
              where t.user_id = $1
                and (t.created_at, t.post_id) < ($2::timestamptz, $3::uuid)
                and p.user_id <> all (array(select m from muted_people ($1::uuid) m))
              order by t.created_at desc,
                t.post_id desc
              limit 21
            )
            union
            (
              select p as post,
                p.id,
                p.created_at
              from timeline_queue q
                join follows f on f.follower_id = $1
                and f.following_id = q.author_id
                join timelines l on l.user_id = $1
                join visible_posts ($1::uuid) p on p.id = q.post_id
              where (p.created_at, p.id) < ($2::timestamptz, $3::uuid)
                and p.user_id <> all (array(select m from muted_people ($1::uuid) m))
                and (q.created_at, q.post_id) > (l.floor_at, l.floor_id)
              order by p.created_at desc,
                p.id desc
              limit 21
            )
          ) p
        order by p.created_at desc,
          p.id desc
        limit 21
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
