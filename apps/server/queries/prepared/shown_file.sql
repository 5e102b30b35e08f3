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
                select from spots withheld
                where withheld.id = "p"."spot_id"
                  and "withheld"."audience" <> all (array['everybody'])
                  and (
                    "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                    and "withheld"."created_by" = $2::uuid
                    or "withheld"."audience" in ('members', 'mutuals')
                    and exists (
                      select from follows f
                      where f.follower_id = $2::uuid
                        and f.following_id = "withheld"."created_by"
                    )
                    and exists (
                      select from follows f
                      where f.follower_id = "withheld"."created_by"
                        and f.following_id = $2::uuid
                    )
                    or "withheld"."audience" in ('members', 'crew')
                    and exists (
                      select from crew_members in_crew
                      where in_crew.crew_id = "withheld"."crew_id"
                        and in_crew.user_id = $2::uuid
                    )
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $2::uuid
                        or b.blocker_id = $2::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                    or "withheld"."audience" in ('members')
                    and $2::uuid is not null
                    and not exists (
                      select from blocks b
                      where b.blocker_id = "withheld"."created_by"
                        and b.blocked_id = $2::uuid
                        or b.blocker_id = $2::uuid
                        and b.blocked_id = "withheld"."created_by"
                    )
                  ) is not true
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
        join posts shown on shown.id = of_post.post_id
      where of_post.media_id = "m"."id"
        and shown.hidden_at is null
        and (
          "shown"."user_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $2::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $2::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "shown"."user_id"
              and hidden_profile.is_hidden
          )
        )
        and (
          (
            "shown"."spot_id" is null
            or not exists (
              select from spots withheld
              where withheld.id = "shown"."spot_id"
                and "withheld"."audience" <> all (array['everybody'])
                and (
                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                  and "withheld"."created_by" = $2::uuid
                  or "withheld"."audience" in ('members', 'mutuals')
                  and exists (
                    select from follows f
                    where f.follower_id = $2::uuid
                      and f.following_id = "withheld"."created_by"
                  )
                  and exists (
                    select from follows f
                    where f.follower_id = "withheld"."created_by"
                      and f.following_id = $2::uuid
                  )
                  or "withheld"."audience" in ('members', 'crew')
                  and exists (
                    select from crew_members in_crew
                    where in_crew.crew_id = "withheld"."crew_id"
                      and in_crew.user_id = $2::uuid
                  )
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $2::uuid
                      or b.blocker_id = $2::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                  or "withheld"."audience" in ('members')
                  and $2::uuid is not null
                  and not exists (
                    select from blocks b
                    where b.blocker_id = "withheld"."created_by"
                      and b.blocked_id = $2::uuid
                      or b.blocker_id = $2::uuid
                      and b.blocked_id = "withheld"."created_by"
                  )
                ) is not true
            )
          )
          and not (
            "shown"."audience" <> all (array['everybody'])
            and (
              "shown"."audience" in ('members', 'mutuals', 'crew', 'only_me')
              and "shown"."user_id" = $2::uuid
              or "shown"."audience" in ('members', 'mutuals')
              and exists (
                select from follows f
                where f.follower_id = $2::uuid
                  and f.following_id = "shown"."user_id"
              )
              and exists (
                select from follows f
                where f.follower_id = "shown"."user_id"
                  and f.following_id = $2::uuid
              )
              or "shown"."audience" in ('members', 'crew')
              and exists (
                select from crew_members in_crew
                where in_crew.crew_id = "shown"."crew_id"
                  and in_crew.user_id = $2::uuid
              )
              and not exists (
                select from blocks b
                where b.blocker_id = "shown"."user_id"
                  and b.blocked_id = $2::uuid
                  or b.blocker_id = $2::uuid
                  and b.blocked_id = "shown"."user_id"
              )
              or "shown"."audience" in ('members')
              and $2::uuid is not null
              and not exists (
                select from blocks b
                where b.blocker_id = "shown"."user_id"
                  and b.blocked_id = $2::uuid
                  or b.blocker_id = $2::uuid
                  and b.blocked_id = "shown"."user_id"
              )
            ) is not true
          )
        )
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
                from posts p
                  join post_media pm on pm.post_id = p.id
                  join media item on item.id = pm.media_id
                where p.spot_id = "s"."id"
                  and "s"."deleted_at" is null
                  and "s"."audience" = 'everybody'
                  and "s"."precision" = 'exact'
                  and p.hidden_at is null
                  and item.status = 'ready'
                  and item.id is distinct from "s"."cover_media_id"
                  and (
                    "p"."user_id" <> all (
                      array(
                        select b.blocked_id
                        from blocks b
                        where b.blocker_id = null::uuid
                        union
                        select b.blocker_id
                        from blocks b
                        where b.blocked_id = null::uuid
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
                            and "withheld"."created_by" = null::uuid
                            or "withheld"."audience" in ('members', 'mutuals')
                            and exists (
                              select from follows f
                              where f.follower_id = null::uuid
                                and f.following_id = "withheld"."created_by"
                            )
                            and exists (
                              select from follows f
                              where f.follower_id = "withheld"."created_by"
                                and f.following_id = null::uuid
                            )
                            or "withheld"."audience" in ('members', 'crew')
                            and exists (
                              select from crew_members in_crew
                              where in_crew.crew_id = "withheld"."crew_id"
                                and in_crew.user_id = null::uuid
                            )
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "withheld"."created_by"
                                and b.blocked_id = null::uuid
                                or b.blocker_id = null::uuid
                                and b.blocked_id = "withheld"."created_by"
                            )
                            or "withheld"."audience" in ('members')
                            and null::uuid is not null
                            and not exists (
                              select from blocks b
                              where b.blocker_id = "withheld"."created_by"
                                and b.blocked_id = null::uuid
                                or b.blocker_id = null::uuid
                                and b.blocked_id = "withheld"."created_by"
                            )
                          ) is not true
                      )
                    )
                    and not (
                      "p"."audience" <> all (array['everybody'])
                      and (
                        "p"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                        and "p"."user_id" = null::uuid
                        or "p"."audience" in ('members', 'mutuals')
                        and exists (
                          select from follows f
                          where f.follower_id = null::uuid
                            and f.following_id = "p"."user_id"
                        )
                        and exists (
                          select from follows f
                          where f.follower_id = "p"."user_id"
                            and f.following_id = null::uuid
                        )
                        or "p"."audience" in ('members', 'crew')
                        and exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "p"."crew_id"
                            and in_crew.user_id = null::uuid
                        )
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "p"."user_id"
                            and b.blocked_id = null::uuid
                            or b.blocker_id = null::uuid
                            and b.blocked_id = "p"."user_id"
                        )
                        or "p"."audience" in ('members')
                        and null::uuid is not null
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "p"."user_id"
                            and b.blocked_id = null::uuid
                            or b.blocker_id = null::uuid
                            and b.blocked_id = "p"."user_id"
                        )
                      ) is not true
                    )
                  )
                order by p.created_at desc,
                  p.id desc,
                  pm.media_index
                limit 5
              ) seen
          )
      )
    )
  )
