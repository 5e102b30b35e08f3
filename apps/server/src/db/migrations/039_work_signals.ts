import { type Kysely, sql } from 'kysely'

// Whoever appends to a queue of changes says so when they commit: rollups are begun by that and look by themselves only now
// and then (docs/decisions/quiet-when-idle.md). A connection says it at most once in 0.2 s for each table, for commits that
// notify go one after another; the rollup looks again after 0.4 s, so what was appended meanwhile is found.
//
// Taking a like back is one statement as well: its event is written by the rollup of the counts, as the notification of a
// like is. The function is that of 009 with `withdrawn` and its event added.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create function nollie_signal_work() returns trigger language plpgsql as $$
      declare
        setting text := 'nollie.signalled_' || tg_table_name;
        moment double precision := extract(epoch from clock_timestamp());
      begin
        if moment - coalesce(nullif(current_setting(setting, true), ''), '0')::double precision not between 0 and 0.2 then
          perform set_config(setting, moment::text, false);
          perform pg_notify('nollie_work', tg_table_name);
        end if;
        return null;
      end $$;
    create trigger counter_delta_signal after insert on counter_delta for each statement
      execute function nollie_signal_work();
    create trigger person_delta_signal after insert on person_delta for each statement
      execute function nollie_signal_work();
    create trigger timeline_queue_signal after insert on timeline_queue for each statement
      execute function nollie_signal_work();
    create trigger spot_changes_signal after insert on spot_changes for each statement
      execute function nollie_signal_work();
    create trigger spot_video_checks_signal after insert on spot_video_checks for each statement
      execute function nollie_signal_work();
    -- Files wait in their own rows.
    create trigger media_signal after insert or update of status, claim, due_at, thumbhash on media for each row
      when (new.status = 'processing' and new.claim is null) execute function nollie_signal_work();

    create or replace function nollie_fold_counters(most integer) returns integer language plpgsql
      set jit = off as $$
      declare
        lines counter_delta[];
        items integer;
      begin
        if not pg_try_advisory_xact_lock(hashtext('nollie_fold_counters')) then return 0; end if;
        with waiting as materialized (
          select id, post_id, media_index from counter_delta order by id limit most
        ), held as materialized (
          select pm.post_id, pm.media_index from post_media pm
          where (pm.post_id, pm.media_index) in (select w.post_id, w.media_index from waiting w)
          order by pm.post_id, pm.media_index
          for no key update of pm skip locked
        ), taken as (
          delete from counter_delta d using waiting w
          where d.id = w.id and (
            (w.post_id, w.media_index) in (select h.post_id, h.media_index from held h)
            or not exists (select from post_media pm where pm.post_id = w.post_id and pm.media_index = w.media_index))
          returning d.*
        )
        select array_agg(taken::counter_delta order by id), count(distinct (post_id, media_index)) into lines, items
          from taken;
        if lines is null then return 0; end if;

        with change as materialized (
          select post_id, media_index,
            coalesce(sum(delta) filter (where counter = 'like'), 0) as likes,
            coalesce(sum(delta) filter (where counter = 'comment'), 0) as comments
          from unnest(lines) group by 1, 2
        ), now as (
          update post_media pm
          set like_count = pm.like_count + c.likes, comment_count = pm.comment_count + c.comments
          from change c where pm.post_id = c.post_id and pm.media_index = c.media_index
          returning pm.post_id, pm.media_index, pm.like_count, pm.comment_count
        ), liked as (
          select post_id, media_index, count(*) as n,
            jsonb_agg(jsonb_build_object('user_id', user_id, 'liked', delta = 1) order by id) as changes
          from (
            select distinct on (post_id, media_index, user_id) * from unnest(lines) where counter = 'like'
            order by post_id, media_index, user_id, id desc
          ) last group by 1, 2
        ), said as (
          select post_id, media_index, count(*) as n,
            jsonb_agg(jsonb_build_object('kind', case delta when 1 then 'created' else 'deleted' end,
              'comment_id', comment_id, 'parent_comment_id', parent_comment_id, 'user_id', user_id) order by id) as changes
          from unnest(lines) where counter = 'comment' group by 1, 2
        ), likers as (
          select distinct l.post_id, l.media_index, l.user_id from unnest(lines) l
          where l.counter = 'like' and l.delta = 1
        ), there as materialized (
          select u.id from users u
          where u.id in (select user_id from likers union select p.user_id from posts p join likers l on l.post_id = p.id)
          for key share of u skip locked
        ), told as (
          insert into notifications (id, user_id, type, from_user_id, thing, media_index, post_id)
            select gen_random_uuid(), p.user_id, 'like', l.user_id, l.post_id, l.media_index, l.post_id
            from likers l join now using (post_id, media_index)
              join posts p on p.id = l.post_id and p.hidden_at is null and p.user_id <> l.user_id
            where l.user_id in (select id from there) and p.user_id in (select id from there)
              and not exists (select from notification_mutes m where m.user_id = p.user_id and m.type = 'like')
              and not exists (select from blocks b where (b.blocker_id, b.blocked_id) in
                ((p.user_id, l.user_id), (l.user_id, p.user_id)))
          on conflict do nothing
          returning id, user_id
        ), withdrawn as (
          select distinct p.user_id from unnest(lines) l join posts p on p.id = l.post_id
          where l.counter = 'like' and l.delta = -1 and p.user_id <> l.user_id
        )
        insert into events (topic, name, data)
          select 'likes', 'like', jsonb_build_object('post_id', post_id, 'media_index', media_index,
            'likes_count', like_count, 'changes', case when n <= 20 then changes end)
          from now join liked using (post_id, media_index) where items <= 200
          union all
          select 'comments', 'comment', jsonb_build_object('post_id', post_id, 'media_index', media_index,
            'comments_count', comment_count, 'changes', case when n <= 20 then changes end)
          from now join said using (post_id, media_index) where items <= 200
          union all
          select topic, name, '{"post_id": null}'
          from (values ('likes', 'like'), ('comments', 'comment')) every_item (topic, name) where items > 200
          union all
          select 'user:' || user_id, 'notification',
            jsonb_build_object('kind', 'created', 'type', 'like', 'notification_id', (array_agg(id))[1])
          from told group by user_id
          union all
          select 'user:' || user_id, 'notification',
            jsonb_build_object('kind', 'withdrawn', 'type', null, 'notification_id', null)
          from withdrawn;
        perform pg_notify('nollie_events', '');
        return cardinality(lines);
      end $$;
  `)
    .execute(db)
}
