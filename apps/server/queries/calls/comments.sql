-- comments

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid: where b.blocker_id = $5::uuid
-- $6 uuid: where b.blocked_id = $6::uuid
-- $7 uuid: where b.blocker_id = $7::uuid
-- $8 uuid: where b.blocked_id = $8::uuid
-- $9 uuid: where pm.post_id = $9
-- $10 integer: and pm.media_index = $10::int
select coalesce(
    sum(
      pm.comment_count + waiting.comments - case
        when cardinality(
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $1::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $2::uuid
          )
        ) = 0 then 0
        when "pm"."comment_count" <= cardinality(
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $3::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $4::uuid
          )
        ) then (
          select count(distinct hidden.id)
          from (
              select theirs.id,
                theirs.hidden_at
              from comments theirs
              where theirs.post_id = "pm"."post_id"
                and theirs.media_index = "pm"."media_index"
                and (
                  theirs.user_id = any (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $5::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $6::uuid
                    )
                  )
                ) is true
              offset 0
            ) theirs
            cross join lateral (
              select theirs.id
              where theirs.hidden_at is null
              union all
              (
                select reply.id
                from comments reply
                where reply.parent_comment_id = theirs.id
                  and reply.hidden_at is null
                offset 0
              )
            ) hidden
        )
        else (
          select count(distinct hidden.id)
          from unnest(
              array(
                select b.blocked_id
                from blocks b
                where b.blocker_id = $7::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $8::uuid
              )
            ) person (user_id)
            cross join lateral (
              select theirs.id,
                theirs.hidden_at
              from comments theirs
              where theirs.post_id = "pm"."post_id"
                and theirs.media_index = "pm"."media_index"
                and theirs.user_id = person.user_id
              offset 0
            ) theirs
            cross join lateral (
              select theirs.id
              where theirs.hidden_at is null
              union all
              (
                select reply.id
                from comments reply
                where reply.parent_comment_id = theirs.id
                  and reply.hidden_at is null
                offset 0
              )
            ) hidden
        )
      end
    ),
    0
  )::int as count
from post_media pm
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
where pm.post_id = $9
  and pm.media_index = $10::int

-- $1 integer: select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
-- $2 uuid: where p.id = $2
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid: and "withheld"."created_by" = $5::uuid
-- $6 uuid: where f.follower_id = $6::uuid
-- $7 uuid: and f.following_id = $7::uuid
-- $8 uuid: and in_crew.user_id = $8::uuid
-- $9 uuid: and b.blocked_id = $9::uuid
-- $10 uuid: or b.blocker_id = $10::uuid
-- $11 uuid: and $11::uuid is not null
-- $12 uuid: and b.blocked_id = $12::uuid
-- $13 uuid: or b.blocker_id = $13::uuid
-- $14 uuid: and "p"."user_id" = $14::uuid
-- $15 uuid: and exists (select from follows f where f.follower_id = $15::uuid and f.following_id = "p"."user_id")
-- $16 uuid: and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $16::uuid)
-- $17 uuid: and in_crew.user_id = $17::uuid
-- $18 uuid: and b.blocked_id = $18::uuid
-- $19 uuid: or b.blocker_id = $19::uuid
-- $20 uuid: and $20::uuid is not null
-- $21 uuid: and b.blocked_id = $21::uuid
-- $22 uuid: or b.blocker_id = $22::uuid
select exists (select from post_media pm where pm.post_id = p.id and pm.media_index = $1::int) as has_item
from posts p
where p.id = $2
  and p.hidden_at is null
  and (
    "p"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $3::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $4::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "p"."user_id"
        and hidden_profile.is_hidden
    )
  )
  and (
    (
      "p"."spot_id" is null
      or not exists (
        select from spots withheld
        where withheld.id = "p"."spot_id"
          and "withheld"."audience" <> all (array['everybody'])
          and (
            "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
            and "withheld"."created_by" = $5::uuid
            or "withheld"."audience" in ('members', 'mutuals')
            and exists (
              select from follows f
              where f.follower_id = $6::uuid
                and f.following_id = "withheld"."created_by"
            )
            and exists (
              select from follows f
              where f.follower_id = "withheld"."created_by"
                and f.following_id = $7::uuid
            )
            or "withheld"."audience" in ('members', 'crew')
            and exists (
              select from crew_members in_crew
              where in_crew.crew_id = "withheld"."crew_id"
                and in_crew.user_id = $8::uuid
            )
            and not exists (
              select from blocks b
              where b.blocker_id = "withheld"."created_by"
                and b.blocked_id = $9::uuid
                or b.blocker_id = $10::uuid
                and b.blocked_id = "withheld"."created_by"
            )
            or "withheld"."audience" in ('members')
            and $11::uuid is not null
            and not exists (
              select from blocks b
              where b.blocker_id = "withheld"."created_by"
                and b.blocked_id = $12::uuid
                or b.blocker_id = $13::uuid
                and b.blocked_id = "withheld"."created_by"
            )
          ) is not true
      )
    )
    and not (
      "p"."audience" <> all (array['everybody'])
      and (
        "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
        and "p"."user_id" = $14::uuid
        or "p"."audience" in ('members', 'mutuals')
        and exists (select from follows f where f.follower_id = $15::uuid and f.following_id = "p"."user_id")
        and exists (select from follows f where f.follower_id = "p"."user_id" and f.following_id = $16::uuid)
        or "p"."audience" in ('members', 'crew')
        and exists (
          select from crew_members in_crew
          where in_crew.crew_id = "p"."crew_id"
            and in_crew.user_id = $17::uuid
        )
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $18::uuid
            or b.blocker_id = $19::uuid
            and b.blocked_id = "p"."user_id"
        )
        or "p"."audience" in ('members')
        and $20::uuid is not null
        and not exists (
          select from blocks b
          where b.blocker_id = "p"."user_id"
            and b.blocked_id = $21::uuid
            or b.blocker_id = $22::uuid
            and b.blocked_id = "p"."user_id"
        )
      ) is not true
    )
  )

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid: where b.blocker_id = $3::uuid
-- $4 uuid: where b.blocked_id = $4::uuid
-- $5 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $5::uuid),
-- $6 uuid: where c.post_id = $6
-- $7 integer: and c.media_index = $7::int
-- $8 uuid: where b.blocker_id = $8::uuid
-- $9 uuid: where b.blocked_id = $9::uuid
-- $10 bigint: limit $10
select json_build_object(
    'id', c.id,
    'post_id', c.post_id,
    'media_index', c.media_index,
    'discussion_id', c.discussion_id,
    'user_id', c.user_id,
    'user', json_build_object(
      'user_id', "who"."user_id",
      'username', "who"."username",
      'full_name', "who"."full_name",
      'avatar_url', "who"."avatar_url"
    ),
    'content', c.content,
    'mentions', (
      select coalesce(
          json_agg(
            json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
            order by mentioned.username
          ),
          '[]'
        )
      from mentions mentioned
      where "mentioned"."comment_id" = "c"."id"
        and (
          "mentioned"."user_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $1::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $2::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "mentioned"."user_id"
              and hidden_profile.is_hidden
          )
        )
    ),
    'parent_comment_id', c.parent_comment_id,
    'likes_count', c.like_count - (
      select count(*)
      from comment_likes hidden
      where hidden.comment_id = c.id
        and hidden.user_id = any (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $3::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $4::uuid
          )
        )
    ),
    'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $5::uuid),
    'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char("c"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) as comment
from comments c
  join profiles who on who.user_id = c.user_id
where c.post_id = $6
  and c.parent_comment_id is null
  and c.hidden_at is null
  and c.media_index = $7::int
  and (
    "c"."user_id" <> all (
      array(
        select b.blocked_id
        from blocks b
        where b.blocker_id = $8::uuid
        union
        select b.blocker_id
        from blocks b
        where b.blocked_id = $9::uuid
      )
    )
    and not exists (
      select from profiles hidden_profile
      where hidden_profile.user_id = "c"."user_id"
        and hidden_profile.is_hidden
    )
  )
order by c.created_at desc,
  c.id desc
limit $10

-- $1 uuid: where b.blocker_id = $1::uuid
-- $2 uuid: where b.blocked_id = $2::uuid
-- $3 uuid[]: from unnest($3::uuid[]) parent (id)
-- $4 uuid: where b.blocker_id = $4::uuid
-- $5 uuid: where b.blocked_id = $5::uuid
-- $6 uuid: where b.blocker_id = $6::uuid
-- $7 uuid: where b.blocked_id = $7::uuid
-- $8 uuid: 'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $8::uuid),
-- $9 uuid: where b.blocker_id = $9::uuid
-- $10 uuid: where b.blocked_id = $10::uuid
-- $11 bigint: limit $11
select parent.id,
  first.replies,
  (
    select count(*)
    from comments r
    where r.parent_comment_id = parent.id
      and r.hidden_at is null
      and (
        "r"."user_id" <> all (
          array(
            select b.blocked_id
            from blocks b
            where b.blocker_id = $1::uuid
            union
            select b.blocker_id
            from blocks b
            where b.blocked_id = $2::uuid
          )
        )
        and not exists (
          select from profiles hidden_profile
          where hidden_profile.user_id = "r"."user_id"
            and hidden_profile.is_hidden
        )
      )
  ) as count
from unnest($3::uuid[]) parent (id)
  cross join lateral (
    select coalesce(
        json_agg(
          json_build_object(
            'id', c.id,
            'post_id', c.post_id,
            'media_index', c.media_index,
            'discussion_id', c.discussion_id,
            'user_id', c.user_id,
            'user', json_build_object(
              'user_id', "who"."user_id",
              'username', "who"."username",
              'full_name', "who"."full_name",
              'avatar_url', "who"."avatar_url"
            ),
            'content', c.content,
            'mentions', (
              select coalesce(
                  json_agg(
                    json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
                    order by mentioned.username
                  ),
                  '[]'
                )
              from mentions mentioned
              where "mentioned"."comment_id" = "c"."id"
                and (
                  "mentioned"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $4::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $5::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "mentioned"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
            ),
            'parent_comment_id', c.parent_comment_id,
            'likes_count', c.like_count - (
              select count(*)
              from comment_likes hidden
              where hidden.comment_id = c.id
                and hidden.user_id = any (
                  array(
                    select b.blocked_id
                    from blocks b
                    where b.blocker_id = $6::uuid
                    union
                    select b.blocker_id
                    from blocks b
                    where b.blocked_id = $7::uuid
                  )
                )
            ),
            'liked', exists (select from comment_likes l where l.comment_id = c.id and l.user_id = $8::uuid),
            'created_at', to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'updated_at', to_char("c"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          )
          order by c.created_at,
            c.id
        ),
        '[]'
      ) as replies
    from (
        select *
        from comments r
        where r.parent_comment_id = parent.id
          and r.hidden_at is null
          and (
            "r"."user_id" <> all (
              array(
                select b.blocked_id
                from blocks b
                where b.blocker_id = $9::uuid
                union
                select b.blocker_id
                from blocks b
                where b.blocked_id = $10::uuid
              )
            )
            and not exists (
              select from profiles hidden_profile
              where hidden_profile.user_id = "r"."user_id"
                and hidden_profile.is_hidden
            )
          )
        order by r.created_at,
          r.id
        limit $11
      ) c
      join profiles who on who.user_id = c.user_id
  ) first

-- ../prepared/viewer_by_token.sql
