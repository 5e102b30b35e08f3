-- How the map counts (docs/decisions/0011-map-counts.md). Every change to spots queues its differences in its own
-- transaction. nollie_rollup_spots moves the queue into cells, spot_facets, and events in one transaction, so that a
-- map that receives the event finds the change counted.

create function nollie_quadkey_axis(qk bigint) returns bigint
  language plpgsql immutable strict parallel safe as $$
  declare v bigint := qk & 1501199875790165;
  begin
    v := (v | (v >> 1)) & 3689348814741910323;
    v := (v | (v >> 2)) & 1085102592571150095;
    v := (v | (v >> 4)) & 71777214294589695;
    v := (v | (v >> 8)) & 281470681808895;
    return (v | (v >> 16)) & 67108863;
  end $$;
comment on function nollie_quadkey_axis(bigint) is 'The reverse of nollie_quadkey for one axis: x of qk, y of qk >> 1.';

create table cells (
  z smallint not null check (z between 0 and 10),
  -- A cell of 128 pixels at that zoom: qk >> (48 - 2 * z).
  cell bigint not null,
  -- Spots that still exist.
  n integer not null check (n >= 0),
  -- Sums of x and y at 26 bits over all spots, for the center of a disc.
  sx bigint not null,
  sy bigint not null,
  -- The most frequent types in a cell with more than three spots, packed as in the contract.
  mix integer not null,
  -- By facet: n1 to n19 count existing spots, n20 removed ones.
  n1 integer not null,
  n2 integer not null,
  n3 integer not null,
  n4 integer not null,
  n5 integer not null,
  n6 integer not null,
  n7 integer not null,
  n8 integer not null,
  n9 integer not null,
  n10 integer not null,
  n11 integer not null,
  n12 integer not null,
  n13 integer not null,
  n14 integer not null,
  n15 integer not null,
  n16 integer not null,
  n17 integer not null,
  n18 integer not null,
  n19 integer not null,
  n20 integer not null
) with (fillfactor = 70);
create unique index cells_key on cells (z, cell);
comment on table cells is 'The number of spots in each cell of the map at each zoom, by facet.';

create table spot_facets (
  facet smallint not null check (facet between 1 and 20),
  qk bigint not null,
  spot_id uuid not null,
  primary key (facet, qk, spot_id)
);
comment on table spot_facets is 'Spots by facet and position, to find spots whose facet is rare in their cell.';

create table map_state (version bigint not null);
create unique index map_state_one on map_state ((true));
insert into map_state values (1);
comment on table map_state is
  'One row. Its version grows with every rollup, and therefore with every change to anything the map may show.';

create table spot_changes (
  id bigint generated always as identity primary key,
  spot_id uuid not null,
  kind text not null check (kind in ('created', 'updated', 'deleted')),
  -- What this row adds to the counts at qk: 1, -1, or 0 if only the look of the spot changed.
  delta smallint not null check (delta between -1 and 1),
  qk bigint not null,
  facets integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table spot_changes is 'Queue of changes to spots that are not in cells and spot_facets yet.';
create trigger spot_changes_signal after insert on spot_changes for each statement
  execute function nollie_signal_work();
comment on trigger spot_changes_signal on spot_changes is 'Starts the rollup at commit.';

create function nollie_queue_inserted_spot() returns trigger language plpgsql as $$
  begin
    insert into spot_changes (spot_id, kind, delta, qk, facets) values (new.id, 'created', 1, new.qk, new.facets);
    return null;
  end $$;
comment on function nollie_queue_inserted_spot() is
  'Queues a new spot. In the database because spots of every writer, including imports, must be counted exactly '
  'once.';
create trigger spots_queue_insert after insert on spots
  for each row when (new.deleted_at is null) execute function nollie_queue_inserted_spot();
comment on trigger spots_queue_insert on spots is
  'For each row, which is faster than a transition table for the single spot of a form.';

create function nollie_queue_spot_changes() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select id, 'deleted', -1, qk, facets from old_spots where deleted_at is null;
    else
      insert into spot_changes (spot_id, kind, delta, qk, facets)
        select n.id,
          case when n.deleted_at is not null then 'deleted' when o.deleted_at is not null then 'created'
            else 'updated' end,
          part.delta, part.qk, part.facets
        from old_spots o join new_spots n using (id)
        cross join lateral (values
          (-1, o.qk, o.facets, o.deleted_at is null),
          (1, n.qk, n.facets, n.deleted_at is null)
        ) part (delta, qk, facets, counts)
        where part.counts
          and (o.qk, o.facets, o.deleted_at is null) is distinct from (n.qk, n.facets, n.deleted_at is null)
        union all
        select n.id, 'updated', 0, n.qk, n.facets
        from old_spots o join new_spots n using (id)
        where n.deleted_at is null
          and (o.qk, o.facets, o.deleted_at is null) is not distinct from (n.qk, n.facets, n.deleted_at is null)
        order by 1, 3;
    end if;
    return null;
  end $$;
comment on function nollie_queue_spot_changes() is
  'Queues what an update or deletion of spots subtracts at one position of the map and adds at another. In the '
  'database because only the statement has the old and new rows.';
create trigger spots_queue_update after update on spots referencing old table as old_spots new table as new_spots
  for each statement execute function nollie_queue_spot_changes();
comment on trigger spots_queue_update on spots is
  'Moves, new facets, hiding, and restoring change counts; other updates only change how the spot looks.';
create trigger spots_queue_delete after delete on spots referencing old table as old_spots
  for each statement execute function nollie_queue_spot_changes();
comment on trigger spots_queue_delete on spots is 'Spots are also deleted by foreign keys.';

create table spot_video_checks (
  id bigint generated always as identity primary key,
  spot_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table spot_video_checks is
  'Queue of spots for which the rollup checks whether they have a video. Every change that could matter queues its '
  'spot.';
create trigger spot_video_checks_signal after insert on spot_video_checks for each statement
  execute function nollie_signal_work();
comment on trigger spot_video_checks_signal on spot_video_checks is 'Starts the rollup at commit.';

create function nollie_spot_has_video(spot uuid) returns boolean language sql stable as $$
  select exists (
    select from posts p
    join post_media pm on pm.post_id = p.id
    join media m on m.id = pm.media_id
    join profiles author on author.user_id = p.user_id
    where p.spot_id = spot and p.hidden_at is null and m.type = 'video' and m.status = 'ready' and not author.is_hidden)
$$;
comment on function nollie_spot_has_video(uuid) is 'Whether a spot has a publicly visible video.';

create function nollie_queue_video_checks_of_items() returns trigger language plpgsql as $$
  begin
    insert into spot_video_checks (spot_id)
      select distinct p.spot_id from changed
      join media m on m.id = changed.media_id and m.type = 'video'
      join posts p on p.id = changed.post_id
      where p.spot_id is not null;
    return null;
  end $$;
comment on function nollie_queue_video_checks_of_items() is
  'Queues the spots of added and deleted items with a video. In the database because items are also deleted with '
  'their posts and authors.';
create trigger post_media_check_video after insert on post_media referencing new table as changed
  for each statement execute function nollie_queue_video_checks_of_items();
comment on trigger post_media_check_video on post_media is 'A video was added to a spot.';
create trigger post_media_check_lost_video after delete on post_media referencing old table as changed
  for each statement execute function nollie_queue_video_checks_of_items();
comment on trigger post_media_check_lost_video on post_media is 'A spot''s video was deleted, by whatever statement.';

create function nollie_queue_video_checks_of_deleted_posts() returns trigger language plpgsql as $$
  begin
    insert into spot_video_checks (spot_id)
      select distinct s.id from changed join spots s on s.id = changed.spot_id and s.has_video;
    return null;
  end $$;
comment on function nollie_queue_video_checks_of_deleted_posts() is
  'Queues the spots of deleted posts with a video. In the database because the items can be deleted before or after '
  'their post.';
create trigger posts_check_lost_video after delete on posts referencing old table as changed
  for each statement execute function nollie_queue_video_checks_of_deleted_posts();
comment on trigger posts_check_lost_video on posts is 'A post of a spot with a video was deleted.';

create function nollie_queue_video_checks_of_changed_post() returns trigger language plpgsql as $$
  begin
    insert into spot_video_checks (spot_id)
      select distinct spot_id from unnest(array[old.spot_id, new.spot_id]) spot_id where spot_id is not null;
    return null;
  end $$;
comment on function nollie_queue_video_checks_of_changed_post() is
  'Queues the spots of a post that was hidden, shown, or moved.';
create trigger posts_check_video after update of hidden_at, spot_id, user_id on posts for each row
  when (old.hidden_at is null <> (new.hidden_at is null) or old.spot_id is distinct from new.spot_id
  or old.user_id <> new.user_id)
  execute function nollie_queue_video_checks_of_changed_post();
comment on trigger posts_check_video on posts is
  'A post was hidden, shown, moved to another spot, or given to another author.';

create function nollie_queue_video_checks_of_file() returns trigger language plpgsql as $$
  begin
    insert into spot_video_checks (spot_id)
      select p.spot_id from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = new.id and p.spot_id is not null;
    return null;
  end $$;
comment on function nollie_queue_video_checks_of_file() is 'Queues the spots of a video that became ready, or failed.';
create trigger media_check_video after update of status on media for each row
  when (new.type = 'video' and old.status <> new.status) execute function nollie_queue_video_checks_of_file();
comment on trigger media_check_video on media is 'A spot has a video once it is ready to be shown.';

create function nollie_queue_video_checks_of_person() returns trigger language plpgsql as $$
  begin
    insert into spot_video_checks (spot_id)
      select distinct p.spot_id from posts p
      join post_media pm on pm.post_id = p.id
      join media m on m.id = pm.media_id and m.type = 'video'
      where p.user_id = new.user_id and p.spot_id is not null;
    return null;
  end $$;
comment on function nollie_queue_video_checks_of_person() is
  'Queues the spots with videos by a person. In the database because hiding a person changes these sums.';
create trigger profiles_check_videos after update on profiles for each row
  when (old.is_hidden <> new.is_hidden) execute function nollie_queue_video_checks_of_person();
comment on trigger profiles_check_videos on profiles is 'Videos by hidden people are not shown.';

create function nollie_rollup_spots(max_lines integer) returns integer language plpgsql
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
            when bool_or(kind = 'created') and (array_agg(kind order by id desc))[1] = 'updated' then 'created'
            else (array_agg(kind order by id desc))[1] end,
          'spot_id', spot_id,
          'at', jsonb_agg(distinct jsonb_build_object('x', nollie_quadkey_axis(qk), 'y', nollie_quadkey_axis(qk >> 1))))
        from unnest(lines)
        group by spot_id
        order by max(id);
    else
      insert into events (topic, name, data)
        values ('spots', 'spot', '{"kind": "many", "spot_id": null, "at": []}');
    end if;
    perform pg_notify('nollie_events', '');
    return cardinality(lines);
  end $$;
comment on function nollie_rollup_spots(integer) is
  'Adds the oldest rows of the queues (up to a number) to cells, spot_facets, and events; returns how many there '
  'were. Concurrent calls are safe: one works, the others get 0. Additions commute, so rows that commit late are '
  'only counted later. In the database because thousands of rows become one statement.';
