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
          not exists (select from withheld_posts ($2::uuid) withheld where withheld.id = p.id offset 0)
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
    or exists (select from visible_media ($2::uuid) seen where seen.id = m.id)
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
                  row_number() over (order by p.created_at desc, p.id desc, pm.media_index) as place
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
