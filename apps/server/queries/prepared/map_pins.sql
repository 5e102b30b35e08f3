-- $1 json: from json_array_elements_text($1::json) wanted (id)
select s.*
from json_array_elements_text($1::json) wanted (id)
  cross join lateral (
    select s.id,
      s.name,
      s.spot_type,
      case
        when s.status = 'gone' then 'gone'
        when coalesce(s.spot_state in ('skatestopped', 'under_construction', 'closed'), false) then 'stopped'
        when (
          coalesce(
            s.confirmed_at,
            case
              when s.source is null then s.created_at
            end,
            '-infinity'
          ) < greatest(now() - make_interval(months => 18), s.source_missing_since)
        ) then 'doubtful'
        else 'fresh'
      end as look,
      (
        case
          when s.cover_media_id is null then 0
          else 2
        end + case
          when s.has_video
          or s.confirmed_by > 1 then 1
          else 0
        end
      ) as rank,
      s.qk
    from spots s
    where id = wanted.id::uuid
      and deleted_at is null
      and "s"."audience" = 'everybody'
    offset 0
  ) s
order by s.qk,
  s.id
