import { type Kysely, sql } from 'kysely'

// What people do to posts. Likes and comments hang on one item of a post (post_media); a post of words alone has an item
// 0 without a file, so that it is liked and talked about like any other (docs/decisions/likes-and-counts.md). Counts
// beside the items are kept by a queue: every like and comment appends what it adds or takes away (counter_delta) in its
// own transaction, and nollie_fold_counters empties the queue into post_media and events, in one transaction too. A count
// is exact as like_count plus what waits. comment_likes are too few for a queue and count at once.
// follows is written by a later part of the product; the feed already reads it.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table post_media alter column media_id drop not null;
    alter table post_media add check (media_id is not null or media_index = 0);
    insert into post_media (post_id, media_index)
      select id, 0 from posts where not exists (select from post_media where post_id = posts.id);

    create table likes (
      id uuid not null,
      post_id uuid not null,
      media_index smallint not null default 0,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (post_id, media_index, user_id),
      foreign key (post_id, media_index) references post_media on delete cascade
    );
    create index likes_list_idx on likes (post_id, media_index, created_at desc, id desc);
    create index likes_user_idx on likes (user_id);

    create table comments (
      id uuid primary key,
      post_id uuid not null,
      media_index smallint not null default 0,
      user_id uuid not null references users on delete cascade,
      parent_comment_id uuid references comments on delete cascade,
      content text not null check (length(content) between 1 and 2000 and content = btrim(content)),
      like_count integer not null default 0 check (like_count >= 0),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      foreign key (post_id, media_index) references post_media on delete cascade
    );
    create index comments_item_idx on comments (post_id, media_index, created_at desc, id desc);
    create index comments_post_idx on comments (post_id, created_at desc, id desc) where parent_comment_id is null;
    create index comments_replies_idx on comments (parent_comment_id, created_at, id) where parent_comment_id is not null;
    create index comments_user_idx on comments (user_id);

    create function nollie_check_comment() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          raise exception 'a comment stays where it was said' using errcode = 'check_violation';
        end if;
        if new.parent_comment_id is not null and not exists (
          select from comments c where c.id = new.parent_comment_id and c.parent_comment_id is null
            and c.post_id = new.post_id and c.media_index = new.media_index
        ) then
          raise exception 'replies go to comments on the same item, one level deep'
            using errcode = 'check_violation', constraint = 'comments_one_level';
        end if;
        return new;
      end $$;
    create trigger comments_check before insert or update of post_id, media_index, parent_comment_id on comments
      for each row execute function nollie_check_comment();

    create table comment_likes (
      id uuid not null,
      comment_id uuid not null references comments on delete cascade,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (comment_id, user_id)
    );
    create index comment_likes_user_idx on comment_likes (user_id);

    create function nollie_count_comment_likes() returns trigger language plpgsql as $$
      begin
        update comments c set like_count = like_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
          from (select comment_id, count(*)::int as n from changed group by 1) change
          where c.id = change.comment_id;
        return null;
      end $$;
    create trigger comment_likes_insert after insert on comment_likes referencing new table as changed
      for each statement execute function nollie_count_comment_likes();
    create trigger comment_likes_delete after delete on comment_likes referencing old table as changed
      for each statement execute function nollie_count_comment_likes();

    create table counter_delta (
      id bigint generated always as identity,
      counter text not null check (counter in ('like', 'comment')),
      post_id uuid not null,
      media_index smallint not null,
      delta smallint not null check (delta in (1, -1)),
      user_id uuid not null,
      comment_id uuid,
      parent_comment_id uuid
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
    -- The only index: the queue is short, and every like pays for each. With id, so that an item's newest lines are found
    -- past those that are folded and not yet vacuumed.
    create index counter_delta_item_idx on counter_delta (post_id, media_index, id);

    create function nollie_queue_likes() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into counter_delta (counter, post_id, media_index, delta, user_id)
            values ('like', new.post_id, new.media_index, 1, new.user_id);
        else
          insert into counter_delta (counter, post_id, media_index, delta, user_id)
            values ('like', old.post_id, old.media_index, -1, old.user_id);
        end if;
        return null;
      end $$;
    create trigger likes_queue after insert or delete on likes for each row execute function nollie_queue_likes();

    create function nollie_queue_comments() returns trigger language plpgsql as $$
      begin
        insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
          select 'comment', post_id, media_index, case tg_op when 'INSERT' then 1 else -1 end, user_id, id, parent_comment_id
          from changed;
        return null;
      end $$;
    create trigger comments_queue_insert after insert on comments referencing new table as changed
      for each statement execute function nollie_queue_comments();
    create trigger comments_queue_delete after delete on comments referencing old table as changed
      for each statement execute function nollie_queue_comments();

    -- Takes the oldest lines of the queue (at most so many) into post_media and events; gives how many there were. Any
    -- number of processes may call it: one works, the others get 0. Lines of an item somebody is just deleting wait for
    -- the next round, so that neither waits for the other.
    create function nollie_fold_counters(most integer) returns integer language plpgsql
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
          from (values ('likes', 'like'), ('comments', 'comment')) every_item (topic, name) where items > 200;
        perform pg_notify('nollie_events', '');
        return cardinality(lines);
      end $$;

    create table follows (
      id uuid not null,
      follower_id uuid not null references users on delete cascade,
      following_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (follower_id, following_id),
      check (follower_id <> following_id)
    );
    create index follows_following_idx on follows (following_id, created_at desc);

    -- A case is everything reported about one thing until it is decided. It outlives the thing: its id is emptied then,
    -- what it was and whose it was, and its words as they were, stay for whoever decides.
    create table report_cases (
      id uuid primary key,
      kind text not null check (kind in ('spot', 'post', 'comment', 'user')),
      spot_id uuid references spots on delete set null,
      post_id uuid references posts on delete set null,
      comment_id uuid references comments on delete set null,
      reported_id uuid references users on delete set null,
      owner_id uuid references users on delete set null,
      words text not null check (length(words) <= 5000),
      status text not null default 'open' check (status in ('open', 'closed')),
      reports_count integer not null default 0 check (reports_count >= 0),
      created_at timestamptz(3) not null default now(),
      check (num_nonnulls(spot_id, post_id, comment_id, reported_id) <= 1),
      check (spot_id is null or kind = 'spot'),
      check (post_id is null or kind = 'post'),
      check (comment_id is null or kind = 'comment'),
      check (reported_id is null or kind = 'user')
    );
    create unique index report_cases_spot_key on report_cases (spot_id) where status = 'open';
    create unique index report_cases_post_key on report_cases (post_id) where status = 'open';
    create unique index report_cases_comment_key on report_cases (comment_id) where status = 'open';
    create unique index report_cases_reported_key on report_cases (reported_id) where status = 'open';
    create index report_cases_owner_idx on report_cases (owner_id);
    create index report_cases_open_idx on report_cases (created_at) where status = 'open';

    create table reports (
      id uuid primary key,
      case_id uuid not null references report_cases on delete cascade,
      reporter_id uuid references users on delete set null,
      report_type text not null check (report_type in ('spam', 'inappropriate', 'harassment', 'wrong_information',
        'dangerous_or_private_place', 'other')),
      description text check (length(description) between 1 and 2000),
      created_at timestamptz(3) not null default now(),
      unique (case_id, reporter_id)
    );
    create index reports_reporter_idx on reports (reporter_id, created_at desc);
  `)
    .execute(db)
}
