-- facts of a spot

-- $1 uuid: coalesce(c.user_id = $1::uuid, false) as is_own,
-- $2 uuid: from visible_people ($2::uuid) steward
-- $3 uuid: left join visible_people ($3::uuid) who on who.user_id = c.user_id
-- $4 uuid: bool_or(agrees) filter (where voice.user_id = $4::uuid) as my_voice
-- $5 uuid: where c.spot_id = $5
-- $6 uuid: and exists (select from stewardship_at ($6::uuid, "its"."id", "its"."longitude", "its"."latitude"))
-- $7 bigint: limit $7
select c.id,
  c.state,
  c.fields,
  c.patch,
  c.before,
  c.undoes,
  c.source,
  coalesce(c.user_id = $1::uuid, false) as is_own,
  case
    when who.user_id is not null then person_json ("who")
  end as user,
  c.steward_id is not null as by_steward,
  (
    select person_json ("steward")
    from visible_people ($2::uuid) steward
    where steward.user_id = c.steward_id
      and steward.former_at is null
  ) as steward,
  voices.agreeing,
  voices.against,
  voices.my_voice,
  (
    select count(*) >= 2
    from fact_suggestions undoing
    where undoing.spot_id = c.spot_id
      and undoing.undoes is not null
      and undoing.state = 'applied'
      and not undoing.is_cleanup
      and undoing.fields && c.fields
      and undoing.applied_at > now() - make_interval(days => 30)
  ) as disputed,
  to_char("c"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  to_char("c"."applied_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as applied_at
from fact_suggestions c
  left join visible_people ($3::uuid) who on who.user_id = c.user_id
  cross join lateral (
    select count(*) filter (where agrees and (counts or "right" is not null))::int as agreeing,
      count(*) filter (where not agrees and (counts or "right" is not null))::int as against,
      bool_or(agrees) filter (where voice.user_id = $4::uuid) as my_voice
    from (
        select voice.user_id,
          voice.agrees,
          case
            when person.is_admin then 'moderator'
            when voice.user_id = spot.created_by then 'creator'
            when exists (
              select from stewardship_at ("voice"."user_id", "spot"."id", "spot"."longitude", "spot"."latitude")
            ) then 'steward'
            when voice.user_id = undone.user_id then 'author'
          end as "right",
          account.created_at < now() - make_interval(hours => 24) as counts
        from (
            select c.user_id,
              true as agrees
            where c.user_id is not null
            union all
            select v.user_id,
              v.agrees
            from fact_votes v
            where v.suggestion_id = c.id
          ) voice
          join users account on account.id = voice.user_id
          join profiles person on person.user_id = voice.user_id
          and not person.is_hidden
          join spots spot on spot.id = c.spot_id
          left join fact_suggestions undone on undone.id = c.undoes
      ) voice
  ) voices
where c.spot_id = $5
  and c.state = 'open'
  and (
    c.state in ('applied', 'undone')
    or c.user_id is null
    or who.user_id is not null
    or exists (
      select from spots its
      where its.id = c.spot_id
        and exists (select from stewardship_at ($6::uuid, "its"."id", "its"."longitude", "its"."latitude"))
    )
  )
order by c.id
limit $7

-- $1 uuid: exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = $1) as saved,
-- $2 uuid: from exact_positions ($2::uuid) exact
-- $3 uuid: left join visible_people ($3::uuid) who on who.user_id = s.created_by
-- $4 uuid: from visible_posts ($4::uuid) p
-- $5 uuid: where s.id = $5
select case
    when exact.spot_id is null then "s"."address"
    else "exact"."address"
  end as address,
  case
    when exact.spot_id is null then "s"."postal_code"
    else "exact"."postal_code"
  end as postal_code,
  who.user_id as created_by,
  s.version,
  exists (select from saved_spots saved where saved.spot_id = s.id and saved.user_id = $1) as saved,
  to_char("s"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  s.source_id,
  to_char("s"."source_missing_since" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as source_missing_since,
  case
    when who.user_id is not null then person_json ("who")
  end as creator,
  coalesce(files.images, '[]') as additional_images,
  coalesce(files.videos, '[]') as videos
from spots s
  left join lateral (
    select *
    from exact_positions ($2::uuid) exact
    where exact.spot_id = s.id
      and s.precision <> 'exact'
    offset 0
  ) exact on true
  left join visible_people ($3::uuid) who on who.user_id = s.created_by
  cross join lateral (
    select json_agg((media_json ("m") ->> 'url') order by pm.media_index) filter (
        where m.type = 'image'
          and m.id is distinct from s.cover_media_id
      ) as images,
      json_agg((media_json ("m") ->> 'url') order by pm.media_index) filter (where m.type = 'video') as videos
    from visible_posts ($4::uuid) p
      join post_media pm on pm.post_id = p.id
      join media m on m.id = pm.media_id
    where p.spot_id = s.id
      and p.kind = 'spot'
      and m.status = 'ready'
  ) files
where s.id = $5
  and s.deleted_at is null

-- $1 uuid: select exists (select from stewardship_at ($1::uuid, "s"."id", "s"."longitude", "s"."latitude")) as is_steward
-- $2 uuid: where s.id = $2
select exists (select from stewardship_at ($1::uuid, "s"."id", "s"."longitude", "s"."latitude")) as is_steward
from spots s
where s.id = $2
  and s.deleted_at is null

-- $1 uuid: where f.spot_id = $1
select json_build_object(
    'surface', "f"."surface",
    'ground', "f"."ground",
    'run_up', "f"."run_up",
    'light_at_night', "f"."light_at_night",
    'roof', "f"."roof",
    'indoor', "f"."indoor",
    'traffic', "f"."traffic",
    'crowd', "f"."crowd",
    'for_beginners', "f"."for_beginners",
    'pads', "f"."pads",
    'helmet', "f"."helmet",
    'wheelchair', "f"."wheelchair",
    'boards', "f"."boards",
    'inline_skates', "f"."inline_skates",
    'scooters', "f"."scooters",
    'bmx', "f"."bmx",
    'step_free', "f"."step_free",
    'water', "f"."water",
    'toilet', "f"."toilet",
    'seats', "f"."seats",
    'parking', "f"."parking",
    'fenced', "f"."fenced",
    'fee', "f"."fee",
    'fee_note', "f"."fee_note",
    'opening_hours', "f"."opening_hours",
    'phone', "f"."phone",
    'website', "f"."website"
  ) as facts,
  f.version,
  case
    when f.version > 0 then to_char("f"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  end as updated_at,
  (
    select coalesce(
        json_agg(
          json_build_object(
            'id', o.id,
            'kind', o.kind,
            'height_cm', o.height_cm,
            'length_cm', o.length_cm,
            'stairs', o.stairs,
            'angle', o.angle,
            'material', o.material,
            'waxed', o.waxed,
            'knobbed', o.knobbed
          )
          order by o.since,
            o.id
        ),
        '[]'
      )
    from spot_obstacles o
    where o.spot_id = f.spot_id
  ) as obstacles
from spot_facts f
where f.spot_id = $1

-- ../prepared/spot_cards.sql

-- ../prepared/viewer_by_token.sql
