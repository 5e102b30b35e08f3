-- $1 uuid: join visible_spots ($1::uuid) s on s.id = c.spot_id
-- $2 timestamp with time zone: where c.changed_at <= $2::timestamptz
select (
    select json_agg(
        json_build_object(
          'spot', json_build_object('id', found.id, 'name', found.name, 'city', found.city),
          'state', found.state,
          'changed_at', to_char("found"."changed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
        order by found.changed_at desc,
          found.id desc
      )
    from (
        select s.id,
          s.name,
          s.city,
          c.state,
          c.changed_at
        from spot_state_changes c
          join visible_spots ($1::uuid) s on s.id = c.spot_id
        where c.changed_at <= $2::timestamptz
          and not exists (
            select from spot_state_changes newer
            where newer.spot_id = c.spot_id
              and newer.day > c.day
          )
        order by c.changed_at desc,
          c.spot_id desc
        limit 3
      ) found
  ) as items
