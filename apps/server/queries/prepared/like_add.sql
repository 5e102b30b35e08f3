-- $1 uuid: where pm.post_id = $1::uuid
-- $2 integer: and pm.media_index = $2::int
-- $3 uuid: from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
-- $4 uuid: select $4::uuid,
with item as (
    select pm.post_id,
      pm.media_index,
      pm.like_count + waiting.likes - case
        when cardinality(across.ids) = 0 then 0
        when "pm"."like_count" <= cardinality(across.ids) then (
          select count(*)
          from likes hidden
          where hidden.post_id = "pm"."post_id"
            and hidden.media_index = "pm"."media_index"
            and hidden.user_id = any (across.ids)
        )
        else (
          select count(*)
          from unnest(across.ids) person (user_id)
            cross join lateral (
              select from likes hidden
              where hidden.post_id = "pm"."post_id"
                and hidden.media_index = "pm"."media_index"
                and hidden.user_id = person.user_id
              offset 0
            ) found
        )
      end as likes
    from (select array(select b from blocked_people ($3::uuid) b) as ids offset 0) across
      cross join post_media pm
      join visible_posts ($3::uuid) p on p.id = pm.post_id
      left join lateral (
        select coalesce(sum(line.delta) filter (where line.counter = 'like'), 0) as likes,
          coalesce(sum(line.delta) filter (where line.counter = 'comment'), 0) as comments
        from (
            select counter,
              delta
            from counter_delta
            where post_id = "pm"."post_id"
              and media_index = "pm"."media_index"
            order by id desc
            limit 20
          ) line
      ) waiting on true
    where pm.post_id = $1::uuid
      and pm.media_index = $2::int
  ),
  inserted as (
    insert into likes (id, post_id, media_index, user_id)
    select $4::uuid,
      post_id,
      media_index,
      $3::uuid
    from item
    on conflict do nothing
    returning 1
  )
select likes + (select count(*) from inserted) as likes_count
from item
