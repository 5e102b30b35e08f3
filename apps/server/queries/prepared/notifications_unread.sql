-- $1 uuid: where n.user_id = $1::uuid
select count(*)::int as count
from (
    select from notifications n
    where n.user_id = $1::uuid
      and n.read_at is null
      and (
        (
          "n"."post_id" is null
          or coalesce(
            (
              select t.hidden_at is null
                and (
                  "t"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $1::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $1::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "t"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
                and (
                  (
                    "t"."spot_id" is null
                    or not exists (
                      select from spots withheld
                      where withheld.id = "t"."spot_id"
                        and "withheld"."audience" <> all (array['everybody'])
                        and (
                          "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                          and "withheld"."created_by" = $1::uuid
                          or "withheld"."audience" in ('members', 'mutuals')
                          and exists (
                            select from follows f
                            where f.follower_id = $1::uuid
                              and f.following_id = "withheld"."created_by"
                          )
                          and exists (
                            select from follows f
                            where f.follower_id = "withheld"."created_by"
                              and f.following_id = $1::uuid
                          )
                          or "withheld"."audience" in ('members', 'crew')
                          and exists (
                            select from crew_members in_crew
                            where in_crew.crew_id = "withheld"."crew_id"
                              and in_crew.user_id = $1::uuid
                          )
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $1::uuid
                              or b.blocker_id = $1::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                          or "withheld"."audience" in ('members')
                          and $1::uuid is not null
                          and not exists (
                            select from blocks b
                            where b.blocker_id = "withheld"."created_by"
                              and b.blocked_id = $1::uuid
                              or b.blocker_id = $1::uuid
                              and b.blocked_id = "withheld"."created_by"
                          )
                        ) is not true
                    )
                  )
                  and not (
                    "t"."audience" <> all (array['everybody'])
                    and (
                      "t"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                      and "t"."user_id" = $1::uuid
                      or "t"."audience" in ('members', 'mutuals')
                      and exists (
                        select from follows f
                        where f.follower_id = $1::uuid
                          and f.following_id = "t"."user_id"
                      )
                      and exists (
                        select from follows f
                        where f.follower_id = "t"."user_id"
                          and f.following_id = $1::uuid
                      )
                      or "t"."audience" in ('members', 'crew')
                      and exists (
                        select from crew_members in_crew
                        where in_crew.crew_id = "t"."crew_id"
                          and in_crew.user_id = $1::uuid
                      )
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "t"."user_id"
                          and b.blocked_id = $1::uuid
                          or b.blocker_id = $1::uuid
                          and b.blocked_id = "t"."user_id"
                      )
                      or "t"."audience" in ('members')
                      and $1::uuid is not null
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "t"."user_id"
                          and b.blocked_id = $1::uuid
                          or b.blocker_id = $1::uuid
                          and b.blocked_id = "t"."user_id"
                      )
                    ) is not true
                  )
                )
              from "posts" t
              where t.id = "n"."post_id"
            ),
            false
          )
        )
        and (
          "n"."discussion_id" is null
          or coalesce(
            (
              select t.hidden_at is null
                and (
                  "t"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $1::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $1::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "t"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
              from "discussions" t
              where t.id = "n"."discussion_id"
            ),
            false
          )
        )
        and (
          "n"."comment_id" is null
          or not exists (select from comments t where t.id = "n"."comment_id" and t.hidden_at is not null)
          and (
            "n"."type" not in ('comment', 'discussion_comment', 'mention')
            or coalesce(
              (
                select (
                    "above"."user_id" <> all (
                      array(
                        select b.blocked_id
                        from blocks b
                        where b.blocker_id = $1::uuid
                        union
                        select b.blocker_id
                        from blocks b
                        where b.blocked_id = $1::uuid
                      )
                    )
                    and not exists (
                      select from profiles hidden_profile
                      where hidden_profile.user_id = "above"."user_id"
                        and hidden_profile.is_hidden
                    )
                  )
                from comments t
                  join comments above on above.id = t.parent_comment_id
                where t.id = "n"."comment_id"
              ),
              true
            )
          )
        )
        and (
          "n"."type" <> 'spot_near'
          or exists (
            select from spots_near near
              join spots s on s.id = near.spot_id
            where near.notification_id = "n"."id"
              and (
                "s"."deleted_at" is null
                and "s"."status" = 'open'
                and "s"."created_by" is not null
                and (
                  "s"."created_by" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $1::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $1::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "s"."created_by"
                      and hidden_profile.is_hidden
                  )
                )
                and (
                  "s"."id" is null
                  or not exists (
                    select from spots withheld
                    where withheld.id = "s"."id"
                      and "withheld"."audience" <> all (array['everybody'])
                      and (
                        "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                        and "withheld"."created_by" = $1::uuid
                        or "withheld"."audience" in ('members', 'mutuals')
                        and exists (
                          select from follows f
                          where f.follower_id = $1::uuid
                            and f.following_id = "withheld"."created_by"
                        )
                        and exists (
                          select from follows f
                          where f.follower_id = "withheld"."created_by"
                            and f.following_id = $1::uuid
                        )
                        or "withheld"."audience" in ('members', 'crew')
                        and exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "withheld"."crew_id"
                            and in_crew.user_id = $1::uuid
                        )
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "withheld"."created_by"
                            and b.blocked_id = $1::uuid
                            or b.blocker_id = $1::uuid
                            and b.blocked_id = "withheld"."created_by"
                        )
                        or "withheld"."audience" in ('members')
                        and $1::uuid is not null
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "withheld"."created_by"
                            and b.blocked_id = $1::uuid
                            or b.blocker_id = $1::uuid
                            and b.blocked_id = "withheld"."created_by"
                        )
                      ) is not true
                  )
                )
              )
          )
        )
        and (
          "n"."type" <> 'area_changes'
          or exists (
            select from area_updates up
            where up.notification_id = "n"."id"
              and (
                (
                  "up"."spot_id" is null
                  or exists (
                    select from spots s
                    where s.id = "up"."spot_id"
                      and s.deleted_at is null
                      and (
                        "s"."id" is null
                        or not exists (
                          select from spots withheld
                          where withheld.id = "s"."id"
                            and "withheld"."audience" <> all (array['everybody'])
                            and (
                              "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                              and "withheld"."created_by" = $1::uuid
                              or "withheld"."audience" in ('members', 'mutuals')
                              and exists (
                                select from follows f
                                where f.follower_id = $1::uuid
                                  and f.following_id = "withheld"."created_by"
                              )
                              and exists (
                                select from follows f
                                where f.follower_id = "withheld"."created_by"
                                  and f.following_id = $1::uuid
                              )
                              or "withheld"."audience" in ('members', 'crew')
                              and exists (
                                select from crew_members in_crew
                                where in_crew.crew_id = "withheld"."crew_id"
                                  and in_crew.user_id = $1::uuid
                              )
                              and not exists (
                                select from blocks b
                                where b.blocker_id = "withheld"."created_by"
                                  and b.blocked_id = $1::uuid
                                  or b.blocker_id = $1::uuid
                                  and b.blocked_id = "withheld"."created_by"
                              )
                              or "withheld"."audience" in ('members')
                              and $1::uuid is not null
                              and not exists (
                                select from blocks b
                                where b.blocker_id = "withheld"."created_by"
                                  and b.blocked_id = $1::uuid
                                  or b.blocker_id = $1::uuid
                                  and b.blocked_id = "withheld"."created_by"
                              )
                            ) is not true
                        )
                      )
                      and (
                        "up"."kind" <> 'spot'
                        or (
                          "s"."deleted_at" is null
                          and "s"."status" = 'open'
                          and "s"."created_by" is not null
                          and (
                            "s"."created_by" <> all (
                              array(
                                select b.blocked_id
                                from blocks b
                                where b.blocker_id = $1::uuid
                                union
                                select b.blocker_id
                                from blocks b
                                where b.blocked_id = $1::uuid
                              )
                            )
                            and not exists (
                              select from profiles hidden_profile
                              where hidden_profile.user_id = "s"."created_by"
                                and hidden_profile.is_hidden
                            )
                          )
                          and (
                            "s"."id" is null
                            or not exists (
                              select from spots withheld
                              where withheld.id = "s"."id"
                                and "withheld"."audience" <> all (array['everybody'])
                                and (
                                  "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                                  and "withheld"."created_by" = $1::uuid
                                  or "withheld"."audience" in ('members', 'mutuals')
                                  and exists (
                                    select from follows f
                                    where f.follower_id = $1::uuid
                                      and f.following_id = "withheld"."created_by"
                                  )
                                  and exists (
                                    select from follows f
                                    where f.follower_id = "withheld"."created_by"
                                      and f.following_id = $1::uuid
                                  )
                                  or "withheld"."audience" in ('members', 'crew')
                                  and exists (
                                    select from crew_members in_crew
                                    where in_crew.crew_id = "withheld"."crew_id"
                                      and in_crew.user_id = $1::uuid
                                  )
                                  and not exists (
                                    select from blocks b
                                    where b.blocker_id = "withheld"."created_by"
                                      and b.blocked_id = $1::uuid
                                      or b.blocker_id = $1::uuid
                                      and b.blocked_id = "withheld"."created_by"
                                  )
                                  or "withheld"."audience" in ('members')
                                  and $1::uuid is not null
                                  and not exists (
                                    select from blocks b
                                    where b.blocker_id = "withheld"."created_by"
                                      and b.blocked_id = $1::uuid
                                      or b.blocker_id = $1::uuid
                                      and b.blocked_id = "withheld"."created_by"
                                  )
                                ) is not true
                            )
                          )
                        )
                      )
                  )
                )
                and (
                  "up"."bulletin_id" is null
                  or exists (select from bulletins b where b.id = "up"."bulletin_id" and b.ends_at > now())
                )
              )
          )
        )
        and (
          "n"."type" <> 'list_spots'
          or exists (
            select from list_spots added
              join lists l on l.id = added.list_id
              join spots s on s.id = added.spot_id
            where added.list_id = "n"."target_id"
              and added.added_at >= "n"."created_at"
              and (added.added_at at time zone 'UTC')::date = "n"."day"
              and s.deleted_at is null
              and (
                "s"."id" is null
                or not exists (
                  select from spots withheld
                  where withheld.id = "s"."id"
                    and "withheld"."audience" <> all (array['everybody'])
                    and (
                      "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                      and "withheld"."created_by" = $1::uuid
                      or "withheld"."audience" in ('members', 'mutuals')
                      and exists (
                        select from follows f
                        where f.follower_id = $1::uuid
                          and f.following_id = "withheld"."created_by"
                      )
                      and exists (
                        select from follows f
                        where f.follower_id = "withheld"."created_by"
                          and f.following_id = $1::uuid
                      )
                      or "withheld"."audience" in ('members', 'crew')
                      and exists (
                        select from crew_members in_crew
                        where in_crew.crew_id = "withheld"."crew_id"
                          and in_crew.user_id = $1::uuid
                      )
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "withheld"."created_by"
                          and b.blocked_id = $1::uuid
                          or b.blocker_id = $1::uuid
                          and b.blocked_id = "withheld"."created_by"
                      )
                      or "withheld"."audience" in ('members')
                      and $1::uuid is not null
                      and not exists (
                        select from blocks b
                        where b.blocker_id = "withheld"."created_by"
                          and b.blocked_id = $1::uuid
                          or b.blocker_id = $1::uuid
                          and b.blocked_id = "withheld"."created_by"
                      )
                    ) is not true
                )
              )
              and (
                "l"."user_id" = $1::uuid
                or "l"."visibility" = 'crew'
                and "l"."hidden_at" is null
                and exists (
                  select from crew_members in_crew
                  where in_crew.crew_id = "l"."crew_id"
                    and in_crew.user_id = $1::uuid
                )
                and (
                  "l"."user_id" <> all (
                    array(
                      select b.blocked_id
                      from blocks b
                      where b.blocker_id = $1::uuid
                      union
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $1::uuid
                    )
                  )
                  and not exists (
                    select from profiles hidden_profile
                    where hidden_profile.user_id = "l"."user_id"
                      and hidden_profile.is_hidden
                  )
                )
              )
          )
        )
        and (
          "n"."type" not in ('spot_state', 'saved_spot_state')
          or exists (
            select from spots t
            where t.id = "n"."spot_id"
              and t.deleted_at is null
              and (
                "n"."type" = 'spot_state'
                or (
                  "t"."id" is null
                  or not exists (
                    select from spots withheld
                    where withheld.id = "t"."id"
                      and "withheld"."audience" <> all (array['everybody'])
                      and (
                        "withheld"."audience" in ('members', 'mutuals', 'crew', 'only_me')
                        and "withheld"."created_by" = $1::uuid
                        or "withheld"."audience" in ('members', 'mutuals')
                        and exists (
                          select from follows f
                          where f.follower_id = $1::uuid
                            and f.following_id = "withheld"."created_by"
                        )
                        and exists (
                          select from follows f
                          where f.follower_id = "withheld"."created_by"
                            and f.following_id = $1::uuid
                        )
                        or "withheld"."audience" in ('members', 'crew')
                        and exists (
                          select from crew_members in_crew
                          where in_crew.crew_id = "withheld"."crew_id"
                            and in_crew.user_id = $1::uuid
                        )
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "withheld"."created_by"
                            and b.blocked_id = $1::uuid
                            or b.blocker_id = $1::uuid
                            and b.blocked_id = "withheld"."created_by"
                        )
                        or "withheld"."audience" in ('members')
                        and $1::uuid is not null
                        and not exists (
                          select from blocks b
                          where b.blocker_id = "withheld"."created_by"
                            and b.blocked_id = $1::uuid
                            or b.blocker_id = $1::uuid
                            and b.blocked_id = "withheld"."created_by"
                        )
                      ) is not true
                  )
                )
              )
          )
        )
      )
      and (
        "n"."from_user_id" is null
        or (
          "n"."from_user_id" <> all (
            array(
              select b.blocked_id
              from blocks b
              where b.blocker_id = $1::uuid
              union
              select b.blocker_id
              from blocks b
              where b.blocked_id = $1::uuid
            )
          )
          and not exists (
            select from profiles hidden_profile
            where hidden_profile.user_id = "n"."from_user_id"
              and hidden_profile.is_hidden
          )
        )
        and case "n"."type"
          when 'like' then exists (
            select from likes cause
            where cause.post_id = "n"."post_id"
              and cause.media_index = "n"."media_index"
              and cause.user_id between "n"."from_user_id" and "n"."from_user_id"
              and (cause.created_at at time zone 'UTC')::date <= "n"."day"
          )
          or exists (
            select from discussion_likes cause
            where cause.discussion_id = "n"."discussion_id"
              and cause.user_id = "n"."from_user_id"
              and (cause.created_at at time zone 'UTC')::date <= "n"."day"
          )
          when 'follow' then exists (
            select from follows cause
            where cause.follower_id = "n"."from_user_id"
              and cause.following_id = "n"."user_id"
              and (cause.created_at at time zone 'UTC')::date <= "n"."day"
          )
          when 'comment_like' then exists (
            select from comment_likes cause
            where cause.comment_id = "n"."comment_id"
              and cause.user_id = "n"."from_user_id"
              and (cause.created_at at time zone 'UTC')::date <= "n"."day"
          )
          when 'crew_invitation' then exists (
            select from crew_invitations cause
            where cause.crew_id = "n"."target_id"
              and cause.user_id = "n"."user_id"
              and cause.declined_at is null
              and cause.withdrawn_at is null
          )
          else true
        end
      )
    limit 10
  ) unread
