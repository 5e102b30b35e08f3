-- How precisely a spot is shown (docs/decisions/0105-precision.md). Position, qk, and address in spots are the shown
-- ones, so that no reader can reveal more; the exact ones are stored separately.
alter table spots add column precision text not null default 'exact';
alter table spots add constraint spots_precision_check
  check (precision in ('exact', 'about_150_m', 'about_1_km', 'town')) not valid;
comment on column spots.precision is
  'How precisely position and address are shown: exactly, somewhere in a circle, or only the town.';
alter table spots add column exact_for text not null default 'only_me';
alter table spots add constraint spots_exact_for_check check (exact_for in ('members', 'mutuals', 'only_me')
  and (audience <> 'mutuals' or exact_for <> 'members') and (audience <> 'only_me' or exact_for = 'only_me')) not valid;
comment on column spots.exact_for is
  'Who in its audience sees the exact position, and the whole spot before it opens; like audience, and never wider.';
alter table spots add column opens_at timestamptz(3);
alter table spots add column opens_to text;
alter table spots add constraint spots_opens_check check (
  (opens_at is null) = (opens_to is null) and opens_to in ('everybody', 'members', 'mutuals', 'only_me')
  and (opens_at is null or audience = exact_for)) not valid;
comment on column spots.opens_at is 'When its audience becomes opens_to; until then it is exact_for.';
comment on column spots.opens_to is 'Its audience from opens_at on.';
-- Few rows, and only while they wait.
create index spots_opening_idx on spots (opens_at) where opens_at is not null;

create table spot_positions (
  spot_id uuid primary key references spots (id) on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  address text check (length(address) <= 300),
  city text check (length(city) <= 120),
  state text check (length(state) <= 120),
  country text check (length(country) <= 120),
  postal_code text check (length(postal_code) <= 20),
  near_latitude double precision not null check (near_latitude between -90 and 90),
  near_longitude double precision not null check (near_longitude between -180 and 180),
  far_latitude double precision not null check (far_latitude between -90 and 90),
  far_longitude double precision not null check (far_longitude between -180 and 180),
  qk bigint generated always as (nollie_quadkey(latitude, longitude)) stored
);
create index spot_positions_qk_idx on spot_positions (qk);
comment on table spot_positions is
  'Exact positions of spots that are not shown exactly. Only read by modules/spots/positions.queries.ts, which '
  'checks exact_for.';
comment on column spot_positions.near_latitude is
  'Random offset, uniform within 150 m; chosen once, and again only when the spot leaves its circle.';
comment on column spot_positions.far_latitude is
  'A second random offset around the nearer point, so that seeing both reveals nothing more.';

-- A spot that opens is new to people who saved spots nearby.
create function nollie_queue_opened_spot() returns trigger language plpgsql as $$
  begin
    if exists (select from digest_settings) then
      insert into new_spots (spot_id) values (new.id) on conflict do nothing;
    end if;
    return null;
  end $$;
comment on function nollie_queue_opened_spot() is 'Queues a spot that opens as if it were shared now.';
create trigger spots_queue_opened after update of opens_at on spots for each row
  when (old.opens_at is not null and new.opens_at is null and new.deleted_at is null)
  execute function nollie_queue_opened_spot();
comment on trigger spots_queue_opened on spots is 'Notifies people who saved spots nearby.';

-- As before, except that the event of a spot that is not shown exactly only contains its current shown position, and no
-- earlier one.
create or replace function nollie_rollup_spots(max_lines integer) returns integer language plpgsql
  set jit = off as $$
  declare
    lines spot_changes[];
    changed integer;
    checked uuid[];
    free uuid[];
  begin
    if not pg_try_advisory_xact_lock(hashtext('nollie_rollup_spots')) then return 0; end if;

    with taken as (
      delete from spot_video_checks where id in (select id from spot_video_checks order by id limit max_lines)
      returning spot_id
    )
    select array_agg(distinct spot_id) into checked from taken;
    if checked is not null then
      -- Skips locked spots, which stay queued, because waiting for them could deadlock.
      select array_agg(id) into free
        from (select id from spots where id = any(checked) order by id for no key update skip locked) s;
      update spots set has_video = not has_video where id = any(free) and has_video <> nollie_spot_has_video(id);
      insert into spot_video_checks (spot_id)
        select id from spots where id = any(checked) and id <> all(coalesce(free, '{}'));
    end if;

    with taken as (
      delete from spot_changes where id in (select id from spot_changes order by id limit max_lines) returning *
    )
    select array_agg(taken::spot_changes order by id), count(distinct spot_id) into lines, changed from taken;
    if lines is null then return 0; end if;

    with line as materialized (
      select delta::int, qk, facets, nollie_quadkey_axis(qk)::int as x, nollie_quadkey_axis(qk >> 1)::int as y
      from unnest(lines)
      where delta <> 0
    ), change as (
      select z::smallint, qk >> (48 - 2 * z) as cell,
        coalesce(sum(delta) filter (where facets < 524288), 0) as n, sum(delta * x) as sx, sum(delta * y) as sy,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 1 <> 0), 0) as n1,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 2 <> 0), 0) as n2,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 4 <> 0), 0) as n3,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 8 <> 0), 0) as n4,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 16 <> 0), 0) as n5,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 32 <> 0), 0) as n6,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 64 <> 0), 0) as n7,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 128 <> 0), 0) as n8,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 256 <> 0), 0) as n9,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 512 <> 0), 0) as n10,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 1024 <> 0), 0) as n11,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 2048 <> 0), 0) as n12,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 4096 <> 0), 0) as n13,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 8192 <> 0), 0) as n14,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 16384 <> 0), 0) as n15,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 32768 <> 0), 0) as n16,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 65536 <> 0), 0) as n17,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 131072 <> 0), 0) as n18,
        coalesce(sum(delta) filter (where facets < 524288 and facets & 262144 <> 0), 0) as n19,
        coalesce(sum(delta) filter (where facets >= 524288), 0) as n20
      from line cross join generate_series(0, 10) z
      group by 1, 2
    ), now as (
      select c.z, c.cell,
        c.n + coalesce(old.n, 0) as n, c.sx + coalesce(old.sx, 0) as sx, c.sy + coalesce(old.sy, 0) as sy,
        c.n1 + coalesce(old.n1, 0) as n1, c.n2 + coalesce(old.n2, 0) as n2, c.n3 + coalesce(old.n3, 0) as n3,
        c.n4 + coalesce(old.n4, 0) as n4, c.n5 + coalesce(old.n5, 0) as n5, c.n6 + coalesce(old.n6, 0) as n6,
        c.n7 + coalesce(old.n7, 0) as n7, c.n8 + coalesce(old.n8, 0) as n8, c.n9 + coalesce(old.n9, 0) as n9,
        c.n10 + coalesce(old.n10, 0) as n10, c.n11 + coalesce(old.n11, 0) as n11,
        c.n12 + coalesce(old.n12, 0) as n12, c.n13 + coalesce(old.n13, 0) as n13,
        c.n14 + coalesce(old.n14, 0) as n14, c.n15 + coalesce(old.n15, 0) as n15,
        c.n16 + coalesce(old.n16, 0) as n16, c.n17 + coalesce(old.n17, 0) as n17,
        c.n18 + coalesce(old.n18, 0) as n18, c.n19 + coalesce(old.n19, 0) as n19,
        c.n20 + coalesce(old.n20, 0) as n20
      from (select * from change order by z, cell) c left join lateral (
        select * from cells where cells.z = c.z and cells.cell = c.cell offset 0
      ) old on true
    )
    insert into cells (z, cell, n, sx, sy, mix, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15,
      n16, n17, n18, n19, n20)
      select z, cell, n, sx, sy,
        case when n <= 3 then 0 else (
          select coalesce(
            sum((type * 8 + (m * 16 + total) / (2 * total) - 1 + (m * 16 < total)::int) << (7 * place)), 0)
          from (
            select m::bigint, type, (row_number() over (order by m desc, type) - 1)::int as place,
              (sum(m) over ())::bigint as total
            from unnest(array[n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14,
              n15]) with ordinality kind (m, type)
            where m > 0
          ) kind
          where place < 4 and (place = 0 or m * 16 >= total)
        ) end,
        n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20
      from now
    on conflict (z, cell) do update set n = excluded.n, sx = excluded.sx, sy = excluded.sy, mix = excluded.mix,
      n1 = excluded.n1, n2 = excluded.n2, n3 = excluded.n3, n4 = excluded.n4, n5 = excluded.n5, n6 = excluded.n6,
      n7 = excluded.n7, n8 = excluded.n8, n9 = excluded.n9, n10 = excluded.n10, n11 = excluded.n11,
      n12 = excluded.n12, n13 = excluded.n13, n14 = excluded.n14, n15 = excluded.n15, n16 = excluded.n16,
      n17 = excluded.n17, n18 = excluded.n18, n19 = excluded.n19, n20 = excluded.n20;

    with change as materialized (
      select facet::smallint, qk, spot_id, sum(delta) as delta
      from unnest(lines) join generate_series(1, 20) facet
        on case when facets >= 524288 then facet = 20 else facets & (1 << (facet - 1)) <> 0 end
      group by 1, 2, 3
    ), lost as (
      delete from spot_facets using change c cross join lateral (
        select ctid from spot_facets f
        where f.facet = c.facet and f.qk = c.qk and f.spot_id = c.spot_id and c.delta < 0
        offset 0
      ) found
      where spot_facets.ctid = found.ctid
    )
    insert into spot_facets (facet, qk, spot_id)
      select facet, qk, spot_id from change where delta > 0 order by 1, 2, 3;

    delete from cells using (
      select distinct z::smallint, qk >> (48 - 2 * z) as cell
      from unnest(lines) cross join generate_series(0, 10) z
      where delta < 0
    ) behind cross join lateral (
      select ctid from cells
      where cells.z = behind.z and cells.cell = behind.cell and n = 0 and n20 = 0 offset 0
    ) empty
    where cells.ctid = empty.ctid;

    update map_state set version = version + 1;

    if changed <= 50 then
      insert into events (topic, name, data)
        select 'spots', 'spot', jsonb_build_object(
          'kind', case
            when bool_or(line.kind = 'created') and (array_agg(line.kind order by line.id desc))[1] = 'updated' then 'created'
            else (array_agg(line.kind order by line.id desc))[1] end,
          'spot_id', line.spot_id,
          'at', coalesce(jsonb_agg(distinct jsonb_build_object('x', nollie_quadkey_axis(line.qk),
            'y', nollie_quadkey_axis(line.qk >> 1))) filter (where s.id is null or s.precision = 'exact' or s.qk = line.qk), '[]'))
        from unnest(lines) line left join spots s on s.id = line.spot_id
        group by line.spot_id
        order by max(line.id);
    else
      insert into events (topic, name, data)
        values ('spots', 'spot', '{"kind": "many", "spot_id": null, "at": []}');
    end if;
    perform pg_notify('nollie_events', '');
    return cardinality(lines);
  end $$;
