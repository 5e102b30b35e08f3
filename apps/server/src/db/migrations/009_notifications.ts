import { type Kysely, sql } from 'kysely'

// News for one person: what others did to what is theirs (docs/decisions/notifications.md). `thing` is what the news is
// about and, with type and day, what is shown as one line: the post, comment, spot, case or thread, and for a follow the
// person followed. At most one row per actor, type, thing and day. A row goes with its cause: items, comments, spots,
// cases and people that are deleted take their news along. Rows of likes are written by the fold of the counts, for a
// like must not pay for them; the fold is that of 006 with `likers`, `there`, `told` and the last events added.
// notification_mutes holds the types a person switched off. mentions holds who was meant by an @name in a text.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table notifications (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      type text not null check (type in ('like', 'comment', 'follow', 'comment_reply', 'comment_like', 'mention',
        'report_outcome', 'spot_removed', 'message_request')),
      from_user_id uuid references users on delete cascade,
      thing uuid not null,
      media_index smallint not null default 0,
      post_id uuid,
      comment_id uuid references comments on delete cascade,
      spot_id uuid references spots on delete cascade,
      case_id uuid references report_cases on delete cascade,
      day date not null default (now() at time zone 'UTC')::date,
      created_at timestamptz(3) not null default now(),
      read_at timestamptz(3),
      foreign key (post_id, media_index) references post_media on delete cascade,
      constraint notifications_not_to_oneself check (user_id <> from_user_id),
      -- The house speaks of reports and removed spots, people of all else.
      check ((from_user_id is null) = (type in ('report_outcome', 'spot_removed'))),
      check (type not in ('like', 'comment') or (post_id is not null and thing = post_id)),
      check (type not in ('comment', 'comment_reply', 'comment_like') or comment_id is not null),
      check (type <> 'mention' or post_id is not null),
      check (type <> 'follow' or thing = user_id),
      check (type <> 'spot_removed' or (spot_id is not null and thing = spot_id)),
      check (type <> 'report_outcome' or (case_id is not null and thing = case_id)),
      constraint notifications_once_a_day
        unique nulls not distinct (from_user_id, user_id, type, thing, media_index, day)
    );
    -- A text mentions a person once, whenever it is edited.
    create unique index notifications_mention_key on notifications (from_user_id, user_id, thing) where type = 'mention';
    create index notifications_list_idx on notifications (user_id, created_at desc, id desc);
    create index notifications_group_idx
      on notifications (user_id, type, thing, media_index, day, created_at desc, id desc);
    create index notifications_unread_idx on notifications (user_id) where read_at is null;
    create index notifications_post_idx on notifications (post_id, media_index) where post_id is not null;
    create index notifications_comment_idx on notifications (comment_id) where comment_id is not null;
    create index notifications_spot_idx on notifications (spot_id) where spot_id is not null;
    create index notifications_case_idx on notifications (case_id) where case_id is not null;
    create index notifications_created_idx on notifications using brin (created_at);

    create table notification_mutes (
      user_id uuid not null references users on delete cascade,
      type text not null,
      primary key (user_id, type)
    );

    create table mentions (
      post_id uuid references posts on delete cascade,
      comment_id uuid references comments on delete cascade,
      user_id uuid not null references users on delete cascade,
      -- As it stands in the text, in small letters; whoever it means may have another name by now.
      username text not null check (username = lower(username)),
      check (num_nonnulls(post_id, comment_id) = 1)
    );
    create unique index mentions_post_key on mentions (post_id, username) where post_id is not null;
    create unique index mentions_comment_key on mentions (comment_id, username) where comment_id is not null;
    create index mentions_user_idx on mentions (user_id);

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
          from told group by user_id;
        perform pg_notify('nollie_events', '');
        return cardinality(lines);
      end $$;
  `)
    .execute(db)
}
