-- $1 uuid: select from notifications_by_visible_people ($1::uuid) n
select count(*)::int as count
from (
    select from notifications_by_visible_people ($1::uuid) n
    where n.read_at is null
      and (
        ("n"."post_id" is null or (select true from visible_posts ($1::uuid) t where t.id = "n"."post_id"))
        and (
          "n"."discussion_id" is null
          or (select true from visible_discussions ($1::uuid) t where t.id = "n"."discussion_id")
        )
        and case "n"."type"
          when 'spot_near' then exists (
            select from spots_near near
              join visible_new_spots ($1::uuid) s on s.id = near.spot_id
            where near.notification_id = "n"."id"
            offset 0
          )
          when 'area_changes' then exists (
            select from visible_area_updates ($1::uuid) up
            where up.notification_id = "n"."id"
            offset 0
          )
          when 'list_spots' then exists (
            select from list_spots added
              join editable_lists ($1::uuid) l on l.id = added.list_id
              join visible_spots ($1::uuid) s on s.id = added.spot_id
            where added.list_id = "n"."target_id"
              and added.added_at >= "n"."created_at"
              and (added.added_at at time zone 'UTC')::date = "n"."day"
            offset 0
          )
          when 'spot_state' then exists (
            select from spots t
            where t.id = "n"."spot_id"
              and t.deleted_at is null
          )
          when 'saved_spot_state' then exists (
            select from visible_spots ($1::uuid) t
            where t.id = "n"."spot_id"
            offset 0
          )
          else true
        end
      )
    limit 10
  ) unread
