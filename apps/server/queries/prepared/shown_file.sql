-- $1 text: where m.key = $1
-- $2 uuid: select $2::uuid is null
-- $3 uuid: and $3::uuid is null as is_public
-- $4 boolean: or $4::boolean
select $2::uuid is null
  and $3::uuid is null as is_public
from media m
where m.key = $1
  and (
    m.owner_id = $3::uuid
    and m.attached_at is null
    or m.owner_id = $3::uuid
    and exists (
      select from post_media pm
        join posts p on p.id = pm.post_id
        left join spots s on s.id = p.spot_id
      where pm.media_id = m.id
        and s.deleted_at is null
    )
    or $2::uuid is not null
    and exists (select from ads a where a.media_id = m.id)
    or $4::boolean
    and exists (
      select from post_media pm
        join posts p on p.id = pm.post_id
      where pm.media_id = m.id
        and (
          (
            (
              "p"."spot_id" is null
              or not exists (
                select from withheld_spots ($2::uuid) withheld
                where withheld.id = "p"."spot_id"
                offset 0
              )
            )
            and not (
              "p"."audience" <> all (array['everybody'])
              and (
                "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                and "p"."user_id" = $2::uuid
                or "p"."audience" in ('members', 'mutuals')
                and exists (
                  select from follows f
                  where f.follower_id = $2::uuid
                    and f.following_id = "p"."user_id"
                )
                and exists (
                  select from follows f
                  where f.follower_id = "p"."user_id"
                    and f.following_id = $2::uuid
                )
                or "p"."audience" in ('members', 'crew')
                and exists (
                  select from crew_members in_crew
                  where in_crew.crew_id = "p"."crew_id"
                    and in_crew.user_id = $2::uuid
                )
                and not exists (
                  select from blocks b
                  where b.blocker_id = "p"."user_id"
                    and b.blocked_id = $2::uuid
                    or b.blocker_id = $2::uuid
                    and b.blocked_id = "p"."user_id"
                )
                or "p"."audience" in ('members')
                and $2::uuid is not null
                and not exists (
                  select from blocks b
                  where b.blocker_id = "p"."user_id"
                    and b.blocked_id = $2::uuid
                    or b.blocker_id = $2::uuid
                    and b.blocked_id = "p"."user_id"
                )
              ) is not true
            )
          )
          or exists (
            select from report_cases c
            where (
                c.post_id = p.id
                or c.spot_id = p.spot_id
                or c.comment_id in (
                  select comment.id
                  from comments comment
                  where comment.post_id = p.id
                    and comment.media_index = pm.media_index
                )
              )
              and c.reports_count > 0
              and (
                c.status = 'open'
                or exists (
                  select from moderation_decisions decided
                    join appeals a on a.decision_id = decided.id
                  where decided.case_id = c.id
                    and a.outcome is null
                )
              )
          )
        )
    )
    or exists (
      select from post_media of_post
        join visible_posts ($2::uuid) shown on shown.id = of_post.post_id
      where of_post.media_id = "m"."id"
    )
    and (
      $2::uuid is not null
      or exists (
        select from spots s
        where s.cover_media_id = m.id
          and s.deleted_at is null
          and "s"."audience" = 'everybody'
      )
      or exists (
        select from post_media pm
          join posts p on p.id = pm.post_id
          join spots s on s.id = p.spot_id
        where pm.media_id = m.id
          and m.id in (
            select seen.media_id
            from (
                select pm.media_id,
                  row_number() over () as place
                from visible_posts (null::uuid) p
                  join post_media pm on pm.post_id = p.id
                  join media item on item.id = pm.media_id
                where p.spot_id = "s"."id"
                  and "s"."deleted_at" is null
                  and "s"."audience" = 'everybody'
                  and "s"."precision" = 'exact'
                  and item.status = 'ready'
                  and item.id is distinct from "s"."cover_media_id"
                order by p.created_at desc,
                  p.id desc,
                  pm.media_index
                limit 5
              ) seen
          )
      )
    )
  )
