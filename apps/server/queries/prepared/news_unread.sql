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
                      union all
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $1::uuid
                    )
                  )
                  and not exists (
                    select from profiles away
                    where away.user_id = "t"."user_id"
                      and away.is_hidden
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
                      union all
                      select b.blocker_id
                      from blocks b
                      where b.blocked_id = $1::uuid
                    )
                  )
                  and not exists (
                    select from profiles away
                    where away.user_id = "t"."user_id"
                      and away.is_hidden
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
          or coalesce((select t.hidden_at is null from comments t where t.id = "n"."comment_id"), false)
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
              union all
              select b.blocker_id
              from blocks b
              where b.blocked_id = $1::uuid
            )
          )
          and not exists (
            select from profiles away
            where away.user_id = "n"."from_user_id"
              and away.is_hidden
          )
        )
        and case "n"."type"
          when 'like' then exists (
            select from likes made
            where made.post_id = "n"."post_id"
              and made.media_index = "n"."media_index"
              and made.user_id between "n"."from_user_id" and "n"."from_user_id"
              and (made.created_at at time zone 'UTC')::date <= "n"."day"
          )
          or exists (
            select from discussion_likes made
            where made.discussion_id = "n"."discussion_id"
              and made.user_id = "n"."from_user_id"
              and (made.created_at at time zone 'UTC')::date <= "n"."day"
          )
          when 'follow' then exists (
            select from follows made
            where made.follower_id = "n"."from_user_id"
              and made.following_id = "n"."user_id"
              and (made.created_at at time zone 'UTC')::date <= "n"."day"
          )
          when 'comment_like' then exists (
            select from comment_likes made
            where made.comment_id = "n"."comment_id"
              and made.user_id = "n"."from_user_id"
              and (made.created_at at time zone 'UTC')::date <= "n"."day"
          )
          else true
        end
      )
    limit 10
  ) unread
