import { type Kysely, sql } from 'kysely'

// How the map counts (docs/decisions): qk is the 52-bit Morton code of web-mercator x, y at 26 bits each, so that one
// btree answers every viewport. cells counts spots by zoom (0..12), kind (0 = all, else the kind's number in the
// contract) and 64-pixel cell: cell = qk >> (52 - 2 * (z + 3)). Every change to spots queues what it adds and takes
// away in its own transaction; nollie_fold_spots empties the queue into cells and events, in one transaction too, so
// that a map told of a change finds it counted.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create function nollie_qk(latitude double precision, longitude double precision) returns bigint
      language plpgsql immutable strict parallel safe as $$
      declare
        s constant double precision := sin(radians(least(85.05112877980659, greatest(-85.05112877980659, latitude))));
        x bigint := least(67108863, greatest(0, floor((longitude + 180) / 360 * 67108864)))::bigint;
        y bigint := least(67108863, greatest(0, floor((0.5 - ln((1 + s) / (1 - s)) / (4 * pi())) * 67108864)))::bigint;
      begin
        x := (x | (x << 16)) & 281470681808895;
        y := (y | (y << 16)) & 281470681808895;
        x := (x | (x << 8)) & 71777214294589695;
        y := (y | (y << 8)) & 71777214294589695;
        x := (x | (x << 4)) & 1085102592571150095;
        y := (y | (y << 4)) & 1085102592571150095;
        x := (x | (x << 2)) & 3689348814741910323;
        y := (y | (y << 2)) & 3689348814741910323;
        x := (x | (x << 1)) & 6148914691236517205;
        y := (y | (y << 1)) & 6148914691236517205;
        return x | (y << 1);
      end $$;

    -- The reverse for one axis: x of qk, y of qk >> 1.
    create function nollie_axis(qk bigint) returns bigint
      language plpgsql immutable strict parallel safe as $$
      declare v bigint := qk & 1501199875790165;
      begin
        v := (v | (v >> 1)) & 3689348814741910323;
        v := (v | (v >> 2)) & 1085102592571150095;
        v := (v | (v >> 4)) & 71777214294589695;
        v := (v | (v >> 8)) & 281470681808895;
        return (v | (v >> 16)) & 67108863;
      end $$;

    -- A LIKE pattern that finds the text anywhere, written as typed: folding may itself bring forth % and _.
    create function nollie_contains(text) returns text language sql immutable strict parallel safe as
      $$ select '%' || regexp_replace(public.nollie_fold($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' $$;

    alter table spots add column qk bigint not null generated always as (nollie_qk(latitude, longitude)) stored;
    create index spots_qk_idx on spots (qk, id) include (created_at) where deleted_at is null;
    create index spots_types_idx on spots using gin (spot_types) where deleted_at is null;

    create table cells (
      z smallint not null check (z between 0 and 12),
      type smallint not null check (type between 0 and 15),
      cell bigint not null,
      n integer not null,
      -- Sums of x and y at 26 bits: the middle of the group is sx / n, sy / n.
      sx bigint not null,
      sy bigint not null,
      -- Leading kinds of a group of more than three, packed as the contract says; only where type is 0.
      mix integer not null default 0
    );
    create unique index cells_key on cells (z, type, cell) include (n, sx, sy, mix);

    create function nollie_mix(of_z smallint, of_cell bigint) returns integer language sql stable as $$
      select coalesce(sum((type * 8 + least(8, greatest(1, round(n * 8.0 / total)))::int - 1) << (7 * place)), 0)::int
      from (
        select type, n, (row_number() over (order by n desc, type) - 1)::int as place, sum(n) over () as total
        from cells
        where z = of_z and cell = of_cell and n > 0
          and type = any ('{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}'::smallint[])
      ) kinds
      where place < 4 and (place = 0 or n * 16 >= total) $$;

    -- Grows with every fold, that is, with every change to anything a map may show.
    create table map_state (version bigint not null);
    create unique index map_state_one on map_state ((true));
    insert into map_state values (1);

    create table spot_changes (
      id bigint generated always as identity primary key,
      spot_id uuid not null,
      kind text not null check (kind in ('created', 'updated', 'deleted')),
      -- What this line adds to the counts at qk: 1, -1, or 0 for a change of looks.
      delta smallint not null check (delta between -1 and 1),
      qk bigint not null,
      spot_types text[]
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

    create function nollie_queue_spots() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into spot_changes (spot_id, kind, delta, qk, spot_types)
            select id, 'created', 1, qk, spot_types from new_spots where deleted_at is null;
        elsif tg_op = 'DELETE' then
          insert into spot_changes (spot_id, kind, delta, qk, spot_types)
            select id, 'deleted', -1, qk, spot_types from old_spots where deleted_at is null;
        else
          insert into spot_changes (spot_id, kind, delta, qk, spot_types)
            select n.id,
              case when n.deleted_at is not null then 'deleted' when o.deleted_at is not null then 'created' else 'updated' end,
              part.delta, part.qk, part.spot_types
            from old_spots o join new_spots n using (id)
            cross join lateral (values
              (-1, o.qk, o.spot_types, o.deleted_at is null),
              (1, n.qk, n.spot_types, n.deleted_at is null)
            ) part (delta, qk, spot_types, counts)
            where part.counts and (o.qk, o.spot_types, o.deleted_at is null) is distinct from (n.qk, n.spot_types, n.deleted_at is null)
            union all
            select n.id, 'updated', 0, n.qk, null
            from old_spots o join new_spots n using (id)
            where n.deleted_at is null
              and (o.qk, o.spot_types, o.deleted_at is null) is not distinct from (n.qk, n.spot_types, n.deleted_at is null)
            order by 1, 3;
        end if;
        return null;
      end $$;
    create trigger spots_queue_insert after insert on spots referencing new table as new_spots
      for each statement execute function nollie_queue_spots();
    create trigger spots_queue_update after update on spots referencing old table as old_spots new table as new_spots
      for each statement execute function nollie_queue_spots();
    create trigger spots_queue_delete after delete on spots referencing old table as old_spots
      for each statement execute function nollie_queue_spots();

    -- Takes the oldest lines of the queue (at most so many) into cells and events; gives how many there were. Any number
    -- of processes may call it: one works, the others get 0. Sums commute, so lines that commit late are only later.
    create function nollie_fold_spots(most integer) returns integer language plpgsql as $$
      declare
        lines spot_changes[];
        changed integer;
      begin
        if not pg_try_advisory_xact_lock(hashtext('nollie_fold_spots')) then return 0; end if;
        with taken as (
          delete from spot_changes where id in (select id from spot_changes order by id limit most) returning *
        )
        select array_agg(taken::spot_changes order by id), count(distinct spot_id) into lines, changed from taken;
        if lines is null then return 0; end if;

        insert into cells as c (z, type, cell, n, sx, sy)
          select z, type, qk >> (46 - 2 * z), sum(delta), sum(delta * x), sum(delta * y)
          from (
            select l.delta, l.qk, k.type, nollie_axis(l.qk) as x, nollie_axis(l.qk >> 1) as y
            from unnest(lines) l cross join lateral (
              select distinct array_position(array['street','park','vert','bowl','ledges','rails','stairs','mini-ramp',
                'bank','gap','manual-pad','quarter','plaza','diy','other'], kind)::smallint as type
              from unnest(l.spot_types) kind
            ) k
            where l.delta <> 0
            offset 0
          ) line cross join generate_series(0, 12) z
          group by 1, 2, 3
          having sum(delta) <> 0 or sum(delta * x) <> 0 or sum(delta * y) <> 0
          order by 1, 2, 3
        on conflict (z, type, cell) do update set n = c.n + excluded.n, sx = c.sx + excluded.sx, sy = c.sy + excluded.sy;

        insert into cells as c (z, type, cell, n, sx, sy, mix)
          select z, 0, cell, n, sx, sy, case when n > 3 then nollie_mix(z::smallint, cell) else 0 end
          from (
            select z, qk >> (46 - 2 * z) as cell, sum(delta) as n, sum(delta * x) as sx, sum(delta * y) as sy
            from (
              select delta, qk, nollie_axis(qk) as x, nollie_axis(qk >> 1) as y
              from unnest(lines) where delta <> 0
              offset 0
            ) line cross join generate_series(0, 12) z
            group by 1, 2
          ) delta
          order by z, cell
        on conflict (z, type, cell) do update set n = c.n + excluded.n, sx = c.sx + excluded.sx, sy = c.sy + excluded.sy,
          mix = case when c.n + excluded.n <= 3 then 0 when excluded.mix <> 0 then excluded.mix
            else nollie_mix(c.z, c.cell) end;

        delete from cells c using (
          select distinct z, qk >> (46 - 2 * z) as cell from unnest(lines) cross join generate_series(0, 12) z where delta < 0
        ) left_cell
        where c.z = left_cell.z and c.cell = left_cell.cell and c.n = 0
          and c.type = any ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}'::smallint[]);

        update map_state set version = version + 1;

        if changed <= 50 then
          insert into events (topic, name, data)
            select 'spots', 'spot', jsonb_build_object(
              'kind', case when bool_or(kind = 'created') and (array_agg(kind order by id desc))[1] = 'updated' then 'created'
                else (array_agg(kind order by id desc))[1] end,
              'spot_id', spot_id,
              'at', jsonb_agg(distinct jsonb_build_object('x', nollie_axis(qk), 'y', nollie_axis(qk >> 1))))
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
  `)
    .execute(db)
}
