import { type Kysely, sql } from 'kysely'

// The map counts by every filter alone (docs/decisions/map-counts.md). Facets of a spot are bits, as numbers: 1 to 15 the
// kinds, 16 to 18 the levels of difficulty, 19 has a video, 20 gone. The highest is gone, so that spots that still stand
// are those below 2^19: PostgreSQL knows from its statistics that these are nearly all. Cells count by n and n1..n19 what
// stands, by n20 what is gone; their sums of x and y are of both. What may change whether a spot has a video is queued, and
// the fold looks.

const FACETS = Array.from({ length: 20 }, (_, i) => i + 1)
const KINDS = 15
const GONE = 2 ** 19
const each = (write: (facet: number) => string, facets = FACETS) => facets.map(write).join(', ')
const counts = (facet: number) =>
  facet === 20
    ? `coalesce(sum(delta) filter (where facets >= ${GONE}), 0) as n20`
    : `coalesce(sum(delta) filter (where facets < ${GONE} and facets & ${1 << (facet - 1)} <> 0), 0) as n${facet}`

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create function nollie_has_video(spot uuid) returns boolean language sql stable as $$
      select exists (
        select from posts p
        join post_media pm on pm.post_id = p.id
        join media m on m.id = pm.media_id
        join profiles author on author.user_id = p.user_id
        where p.spot_id = spot and p.hidden_at is null and m.type = 'video' and m.status = 'ready' and not author.is_away)
    $$;
    alter table spots disable trigger user;
    alter table spots add column has_video boolean not null default false;
    update spots set has_video = true where id in (
      select p.spot_id from posts p join post_media pm on pm.post_id = p.id
      join media m on m.id = pm.media_id and m.type = 'video'
    ) and nollie_has_video(id);
    alter table spots enable trigger user;

    create function nollie_facets(spot_types text[], difficulty text, status text, has_video boolean) returns integer
      language plpgsql immutable parallel safe as $$
      begin
        return public.nollie_kinds(spot_types)
          | case difficulty when 'beginner' then ${1 << 15} when 'intermediate' then ${1 << 16} when 'advanced' then ${1 << 17} else 0 end
          | case when has_video then ${1 << 18} else 0 end
          | case when status = 'gone' then ${GONE} else 0 end;
      end $$;
    drop index spots_created_idx, spots_qk_idx;
    alter table spots drop column kinds,
      add column facets integer not null
        generated always as (nollie_facets(spot_types, difficulty_level, status, has_video)) stored;
    create index spots_created_idx on spots (created_at desc, id desc) include (qk, facets) where deleted_at is null;
    create index spots_qk_idx on spots (qk, id) include (facets, created_at) where deleted_at is null;

    truncate cells, spot_changes;
    alter table cells ${each((facet) => `add column n${facet} integer not null`, FACETS.slice(KINDS))};
    drop table spot_kinds;
    create table spot_facets (
      facet smallint not null check (facet between 1 and 20),
      qk bigint not null,
      spot_id uuid not null,
      primary key (facet, qk, spot_id)
    );
    alter table spot_changes rename column kinds to facets;

    create or replace function nollie_queue_spots() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          insert into spot_changes (spot_id, kind, delta, qk, facets)
            select id, 'deleted', -1, qk, facets from old_spots where deleted_at is null;
        else
          insert into spot_changes (spot_id, kind, delta, qk, facets)
            select n.id,
              case when n.deleted_at is not null then 'deleted' when o.deleted_at is not null then 'created' else 'updated' end,
              part.delta, part.qk, part.facets
            from old_spots o join new_spots n using (id)
            cross join lateral (values
              (-1, o.qk, o.facets, o.deleted_at is null),
              (1, n.qk, n.facets, n.deleted_at is null)
            ) part (delta, qk, facets, counts)
            where part.counts and (o.qk, o.facets, o.deleted_at is null) is distinct from (n.qk, n.facets, n.deleted_at is null)
            union all
            select n.id, 'updated', 0, n.qk, n.facets
            from old_spots o join new_spots n using (id)
            where n.deleted_at is null
              and (o.qk, o.facets, o.deleted_at is null) is not distinct from (n.qk, n.facets, n.deleted_at is null)
            order by 1, 3;
        end if;
        return null;
      end $$;
    create or replace function nollie_queue_new_spot() returns trigger language plpgsql as $$
      begin
        insert into spot_changes (spot_id, kind, delta, qk, facets) values (new.id, 'created', 1, new.qk, new.facets);
        return null;
      end $$;

    -- Spots of which the fold looks whether they have a video.
    create table spot_video_checks (
      id bigint generated always as identity primary key,
      spot_id uuid not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

    create function nollie_check_video_items() returns trigger language plpgsql as $$
      begin
        insert into spot_video_checks (spot_id)
          select distinct p.spot_id from changed
          join media m on m.id = changed.media_id and m.type = 'video'
          join posts p on p.id = changed.post_id
          where p.spot_id is not null;
        return null;
      end $$;
    create trigger post_media_check_video after insert on post_media referencing new table as changed
      for each statement execute function nollie_check_video_items();
    create trigger post_media_check_lost_video after delete on post_media referencing old table as changed
      for each statement execute function nollie_check_video_items();

    create function nollie_check_video_posts() returns trigger language plpgsql as $$
      begin
        insert into spot_video_checks (spot_id)
          select distinct s.id from changed join spots s on s.id = changed.spot_id and s.has_video;
        return null;
      end $$;
    create trigger posts_check_lost_video after delete on posts referencing old table as changed
      for each statement execute function nollie_check_video_posts();

    create function nollie_check_video_post() returns trigger language plpgsql as $$
      begin
        insert into spot_video_checks (spot_id)
          select distinct spot_id from unnest(array[old.spot_id, new.spot_id]) spot_id where spot_id is not null;
        return null;
      end $$;
    create trigger posts_check_video after update of hidden_at, spot_id, user_id on posts for each row
      when (old.hidden_at is null <> (new.hidden_at is null) or old.spot_id is distinct from new.spot_id
        or old.user_id <> new.user_id)
      execute function nollie_check_video_post();

    create function nollie_check_video() returns trigger language plpgsql as $$
      begin
        insert into spot_video_checks (spot_id)
          select p.spot_id from post_media pm join posts p on p.id = pm.post_id
          where pm.media_id = new.id and p.spot_id is not null;
        return null;
      end $$;
    create trigger media_check_video after update of status on media for each row
      when (new.type = 'video' and old.status <> new.status) execute function nollie_check_video();

    create function nollie_check_videos_of() returns trigger language plpgsql as $$
      begin
        insert into spot_video_checks (spot_id)
          select distinct p.spot_id from posts p
          join post_media pm on pm.post_id = p.id
          join media m on m.id = pm.media_id and m.type = 'video'
          where p.user_id = new.user_id and p.spot_id is not null;
        return null;
      end $$;
    create trigger profiles_check_videos after update on profiles for each row
      when (old.is_away <> new.is_away) execute function nollie_check_videos_of();

    -- As it was, but for facets in the place of kinds, and the looking after videos before it.
    create or replace function nollie_fold_spots(most integer) returns integer language plpgsql
      set jit = off as $$
      declare
        lines spot_changes[];
        changed integer;
        checked uuid[];
        free uuid[];
      begin
        if not pg_try_advisory_xact_lock(hashtext('nollie_fold_spots')) then return 0; end if;

        with taken as (
          delete from spot_video_checks where id in (select id from spot_video_checks order by id limit most)
          returning spot_id
        )
        select array_agg(distinct spot_id) into checked from taken;
        if checked is not null then
          -- Spots that somebody is changing now are looked at next time: waiting for them could be for one another.
          select array_agg(id) into free
            from (select id from spots where id = any(checked) order by id for no key update skip locked) s;
          update spots set has_video = not has_video where id = any(free) and has_video <> nollie_has_video(id);
          insert into spot_video_checks (spot_id)
            select id from spots where id = any(checked) and id <> all(coalesce(free, '{}'));
        end if;

        with taken as (
          delete from spot_changes where id in (select id from spot_changes order by id limit most) returning *
        )
        select array_agg(taken::spot_changes order by id), count(distinct spot_id) into lines, changed from taken;
        if lines is null then return 0; end if;

        with line as materialized (
          select delta::int, qk, facets, nollie_axis(qk)::int as x, nollie_axis(qk >> 1)::int as y
          from unnest(lines)
          where delta <> 0
        ), change as (
          select z::smallint, qk >> (48 - 2 * z) as cell,
            coalesce(sum(delta) filter (where facets < ${GONE}), 0) as n, sum(delta * x) as sx, sum(delta * y) as sy,
            ${each(counts)}
          from line cross join generate_series(0, 10) z
          group by 1, 2
        ), now as (
          select c.z, c.cell, c.n + coalesce(old.n, 0) as n, c.sx + coalesce(old.sx, 0) as sx, c.sy + coalesce(old.sy, 0) as sy,
            ${each((facet) => `c.n${facet} + coalesce(old.n${facet}, 0) as n${facet}`)}
          from (select * from change order by z, cell) c left join lateral (
            select * from cells where cells.z = c.z and cells.cell = c.cell offset 0
          ) old on true
        )
        insert into cells (z, cell, n, sx, sy, mix, ${each((facet) => `n${facet}`)})
          select z, cell, n, sx, sy,
            case when n <= 3 then 0 else (
              select coalesce(sum((type * 8 + (m * 16 + total) / (2 * total) - 1 + (m * 16 < total)::int) << (7 * place)), 0)
              from (
                select m::bigint, type, (row_number() over (order by m desc, type) - 1)::int as place, (sum(m) over ())::bigint as total
                from unnest(array[${each((facet) => `n${facet}`, FACETS.slice(0, KINDS))}]) with ordinality kind (m, type)
                where m > 0
              ) kind
              where place < 4 and (place = 0 or m * 16 >= total)
            ) end,
            ${each((facet) => `n${facet}`)}
          from now
        on conflict (z, cell) do update set n = excluded.n, sx = excluded.sx, sy = excluded.sy, mix = excluded.mix,
          ${each((facet) => `n${facet} = excluded.n${facet}`)};

        with change as materialized (
          select facet::smallint, qk, spot_id, sum(delta) as delta
          from unnest(lines) join generate_series(1, 20) facet
            on case when facets >= ${GONE} then facet = 20 else facets & (1 << (facet - 1)) <> 0 end
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

    -- Everything is counted anew.
    insert into spot_changes (spot_id, kind, delta, qk, facets)
      select id, 'created', 1, qk, facets from spots where deleted_at is null order by qk;
    do $$ begin while nollie_fold_spots(50000) > 0 loop end loop; end $$;
  `)
    .execute(db)
}
