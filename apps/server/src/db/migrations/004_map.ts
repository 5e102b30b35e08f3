import { type Kysely, sql } from 'kysely'

// How the map counts (docs/decisions/map-counts.md): qk is the 52-bit Morton code of web-mercator x, y at 26 bits each,
// so that one btree answers every viewport. cells counts spots by zoom (0..10) and 128-pixel cell, cell = qk >> (48 - 2 * z),
// all of them (n) and by kind (n1..n15, the kind's number in the contract); spot_kinds finds the spots of a kind that is
// rare in its cell. Every change to spots queues what it adds and takes away in its own transaction; nollie_fold_spots
// empties the queue into cells, spot_kinds and events, in one transaction too, so that a map told of a change finds it
// counted.

const KIND_NUMBERS = Array.from({ length: 15 }, (_, i) => i + 1)
const each = (write: (kind: number) => string) => KIND_NUMBERS.map(write).join(', ')

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

    -- A set of kinds as bits: 1 << (number in the contract - 1).
    create function nollie_kinds(spot_types text[]) returns integer language plpgsql immutable parallel safe as $$
      declare
        kind text;
        kinds integer := 0;
      begin
        foreach kind in array coalesce(spot_types, '{}') loop
          kinds := kinds | (1 << (array_position(array['street','park','vert','bowl','ledges','rails','stairs','mini-ramp',
            'bank','gap','manual-pad','quarter','plaza','diy','other'], kind) - 1));
        end loop;
        return kinds;
      end $$;

    -- A LIKE pattern that finds the text anywhere, written as typed: folding may itself bring forth % and _.
    create function nollie_contains(text) returns text language sql immutable strict parallel safe as
      $$ select '%' || regexp_replace(public.nollie_fold($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' $$;

    alter table spots add column qk bigint not null generated always as (nollie_qk(latitude, longitude)) stored;
    alter table spots add column kinds integer not null generated always as (nollie_kinds(spot_types)) stored;
    -- Newest first inside a view, without reading the spots outside of it.
    drop index spots_created_idx;
    create index spots_created_idx on spots (created_at desc, id desc) include (qk, kinds) where deleted_at is null;
    create index spots_qk_idx on spots (qk, id) include (kinds, created_at) where deleted_at is null;

    create table cells (
      z smallint not null check (z between 0 and 10),
      cell bigint not null,
      n integer not null check (n >= 0),
      -- Sums of x and y at 26 bits: the middle of the group is sx / n, sy / n.
      sx bigint not null,
      sy bigint not null,
      -- Leading kinds of a group of more than three, packed as the contract says.
      mix integer not null,
      ${each((kind) => `n${kind} integer not null`)}
    ) with (fillfactor = 70);
    create unique index cells_key on cells (z, cell);

    create table spot_kinds (
      type smallint not null check (type between 1 and 15),
      qk bigint not null,
      spot_id uuid not null,
      primary key (type, qk, spot_id)
    );

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
      kinds integer not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

    create function nollie_queue_spots() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          insert into spot_changes (spot_id, kind, delta, qk, kinds)
            select id, 'deleted', -1, qk, kinds from old_spots where deleted_at is null;
        else
          insert into spot_changes (spot_id, kind, delta, qk, kinds)
            select n.id,
              case when n.deleted_at is not null then 'deleted' when o.deleted_at is not null then 'created' else 'updated' end,
              part.delta, part.qk, part.kinds
            from old_spots o join new_spots n using (id)
            cross join lateral (values
              (-1, o.qk, o.kinds, o.deleted_at is null),
              (1, n.qk, n.kinds, n.deleted_at is null)
            ) part (delta, qk, kinds, counts)
            where part.counts and (o.qk, o.kinds, o.deleted_at is null) is distinct from (n.qk, n.kinds, n.deleted_at is null)
            union all
            select n.id, 'updated', 0, n.qk, n.kinds
            from old_spots o join new_spots n using (id)
            where n.deleted_at is null
              and (o.qk, o.kinds, o.deleted_at is null) is not distinct from (n.qk, n.kinds, n.deleted_at is null)
            order by 1, 3;
        end if;
        return null;
      end $$;
    create function nollie_queue_new_spot() returns trigger language plpgsql as $$
      begin
        insert into spot_changes (spot_id, kind, delta, qk, kinds) values (new.id, 'created', 1, new.qk, new.kinds);
        return null;
      end $$;
    create trigger spots_queue_insert after insert on spots
      for each row when (new.deleted_at is null) execute function nollie_queue_new_spot();
    create trigger spots_queue_update after update on spots referencing old table as old_spots new table as new_spots
      for each statement execute function nollie_queue_spots();
    create trigger spots_queue_delete after delete on spots referencing old table as old_spots
      for each statement execute function nollie_queue_spots();

    -- Takes the oldest lines of the queue (at most so many) into cells and events; gives how many there were. Any number
    -- of processes may call it: one works, the others get 0. Sums commute, so lines that commit late are only later.
    create function nollie_fold_spots(most integer) returns integer language plpgsql
      set jit = off as $$
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

        with line as materialized (
          select delta::int, qk, kinds, nollie_axis(qk)::int as x, nollie_axis(qk >> 1)::int as y
          from unnest(lines)
          where delta <> 0
        ), change as (
          select z::smallint, qk >> (48 - 2 * z) as cell, sum(delta) as n, sum(delta * x) as sx, sum(delta * y) as sy,
            ${each((kind) => `coalesce(sum(delta) filter (where kinds & ${1 << (kind - 1)} <> 0), 0) as n${kind}`)}
          from line cross join generate_series(0, 10) z
          group by 1, 2
        ), now as (
          select c.z, c.cell, c.n + coalesce(old.n, 0) as n, c.sx + coalesce(old.sx, 0) as sx, c.sy + coalesce(old.sy, 0) as sy,
            ${each((kind) => `c.n${kind} + coalesce(old.n${kind}, 0) as n${kind}`)}
          from (select * from change order by z, cell) c left join lateral (
            select * from cells where cells.z = c.z and cells.cell = c.cell offset 0
          ) old on true
        )
        insert into cells (z, cell, n, sx, sy, mix, ${each((kind) => `n${kind}`)})
          select z, cell, n, sx, sy,
            case when n <= 3 then 0 else (
              select coalesce(sum((type * 8 + (m * 16 + total) / (2 * total) - 1 + (m * 16 < total)::int) << (7 * place)), 0)
              from (
                select m::bigint, type, (row_number() over (order by m desc, type) - 1)::int as place, (sum(m) over ())::bigint as total
                from unnest(array[${each((kind) => `n${kind}`)}]) with ordinality kind (m, type)
                where m > 0
              ) kind
              where place < 4 and (place = 0 or m * 16 >= total)
            ) end,
            ${each((kind) => `n${kind}`)}
          from now
        on conflict (z, cell) do update set n = excluded.n, sx = excluded.sx, sy = excluded.sy, mix = excluded.mix,
          ${each((kind) => `n${kind} = excluded.n${kind}`)};

        with change as materialized (
          select type::smallint, qk, spot_id, sum(delta) as delta
          from unnest(lines) join generate_series(1, 15) type on kinds & (1 << (type - 1)) <> 0
          group by 1, 2, 3
        ), gone as (
          delete from spot_kinds using change c cross join lateral (
            select ctid from spot_kinds k
            where k.type = c.type and k.qk = c.qk and k.spot_id = c.spot_id and c.delta < 0
            offset 0
          ) found
          where spot_kinds.ctid = found.ctid
        )
        insert into spot_kinds (type, qk, spot_id)
          select type, qk, spot_id from change where delta > 0 order by 1, 2, 3;

        delete from cells using (
          select distinct z::smallint, qk >> (48 - 2 * z) as cell
          from unnest(lines) cross join generate_series(0, 10) z
          where delta < 0
        ) behind cross join lateral (
          select ctid from cells where cells.z = behind.z and cells.cell = behind.cell and n = 0 offset 0
        ) empty
        where cells.ctid = empty.ctid;

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
