-- Comments on posts' items and on discussions, with replies one level deep.

create table comments (
  id uuid primary key,
  -- The subject: an item of a post, or a discussion.
  post_id uuid,
  media_index smallint default 0,
  discussion_id uuid references discussions on delete cascade,
  user_id uuid not null references users on delete cascade,
  parent_comment_id uuid references comments on delete cascade,
  content text not null check (length(content) between 1 and 2000 and content = btrim(content)),
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  hidden_at timestamptz(3),
  foreign key (post_id, media_index) references post_media on delete cascade,
  constraint comments_one_subject
    check (num_nonnulls(post_id, discussion_id) = 1 and (post_id is null) = (media_index is null))
);
create index comments_item_idx on comments (post_id, media_index, created_at desc, id desc);
create index comments_post_idx on comments (post_id, created_at desc, id desc) where parent_comment_id is null;
create index comments_replies_idx on comments (parent_comment_id, created_at, id) where parent_comment_id is not null;
-- Finds the comments of hidden people on a page's posts, which are subtracted from the counts: an index-only scan.
create index comments_person_item_idx on comments (user_id, post_id, media_index) include (id, hidden_at);
-- Few comments are hidden, so this small index is enough to check one.
create index comments_hidden_idx on comments (id) where hidden_at is not null;
-- For a person's activity, newest first; an expression for the reason given in likes.sql.
create index comments_user_idx on comments (uuid_send(user_id), created_at desc);
create index comments_discussion_idx on comments (discussion_id, created_at desc, id desc)
  where discussion_id is not null;
-- Comments by people hidden by a block or suspension are subtracted from the count by person.
create index comments_discussion_user_idx on comments (discussion_id, user_id) where discussion_id is not null;
comment on table comments is
  'Comments on posts and discussions. Only visible comments are counted: hiding one counts like deleting it, showing '
  'it like adding it.';

create function nollie_check_comment() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      raise exception 'a comment stays where it was said' using errcode = 'check_violation';
    end if;
    if new.parent_comment_id is not null then
      perform from comments c where c.id = new.parent_comment_id and c.hidden_at is null for key share;
      if not found then
        raise exception 'replies go to comments that are there' using errcode = 'foreign_key_violation';
      end if;
      if not exists (
        select from comments c where c.id = new.parent_comment_id and c.parent_comment_id is null
          and (c.post_id, c.media_index, c.discussion_id) is not distinct from
            (new.post_id, new.media_index, new.discussion_id)
      ) then
        raise exception 'replies go to comments on the same item, one level deep'
          using errcode = 'check_violation', constraint = 'comments_one_level';
      end if;
    end if;
    return new;
  end $$;
comment on function nollie_check_comment() is
  'Rejects replies to replies, replies to hidden comments or across subjects, and moved comments: a constraint over '
  'two rows. A reply waits for a transaction that hides or deletes its parent.';
create trigger comments_check
  before insert or update of post_id, media_index, discussion_id, parent_comment_id on comments
  for each row execute function nollie_check_comment();
comment on trigger comments_check on comments is 'Replies are one level deep, to visible comments on the same subject.';

create function nollie_queue_comments() returns trigger language plpgsql as $$
  begin
    insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
      select 'comment', post_id, media_index, case tg_op when 'INSERT' then 1 else -1 end, user_id, id,
        parent_comment_id
      from changed where hidden_at is null and post_id is not null;
    return null;
  end $$;
comment on function nollie_queue_comments() is
  'Queues added and deleted comments on posts (counter_delta). In the database because comments are also deleted '
  'with people, posts, and parent comments.';
create trigger comments_queue_insert after insert on comments referencing new table as changed
  for each statement execute function nollie_queue_comments();
comment on trigger comments_queue_insert on comments is 'Counts new comments.';
create trigger comments_queue_delete after delete on comments referencing old table as changed
  for each statement execute function nollie_queue_comments();
comment on trigger comments_queue_delete on comments is 'Counts deleted comments.';

create function nollie_queue_hidden_comment() returns trigger language plpgsql as $$
  begin
    insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
      values ('comment', new.post_id, new.media_index, case when new.hidden_at is null then 1 else -1 end,
        new.user_id, new.id, new.parent_comment_id);
    return null;
  end $$;
comment on function nollie_queue_hidden_comment() is 'Queues a comment on a post that was hidden or shown again.';
create trigger comments_queue_hidden after update of hidden_at on comments for each row
  when (new.post_id is not null and (old.hidden_at is null) <> (new.hidden_at is null))
  execute function nollie_queue_hidden_comment();
comment on trigger comments_queue_hidden on comments is 'Hidden comments are not counted.';

create function nollie_recount_discussions(changes jsonb) returns void language plpgsql as $$
  declare
    changed integer;
  begin
    with change as materialized (
      select discussion_id, sum(case kind when 'created' then 1 else -1 end)::int as n, count(*) as lines,
        jsonb_agg(jsonb_build_object('kind', kind, 'comment_id', comment_id,
          'parent_comment_id', parent_comment_id, 'user_id', user_id)) as what
      from jsonb_to_recordset(changes) as line (discussion_id uuid, kind text, comment_id uuid,
        parent_comment_id uuid, user_id uuid)
      group by 1
    ), now as (
      update discussions d set comment_count = d.comment_count + c.n, answered_at = greatest(
          case when c.n = c.lines then d.answered_at end, d.created_at,
          (select created_at from comments where discussion_id = d.id and hidden_at is null
            order by created_at desc, id desc limit 1))
        from change c where c.discussion_id = d.id
      returning d.id, d.user_id, d.comment_count, c.lines, c.what
    ), counted as (
      select count(*) as n from now
    )
    insert into events (topic, name, data)
      select 'comments', 'comment', jsonb_build_object('post_id', null, 'discussion_id', now.id,
        'started_by', now.user_id, 'changes', case when lines <= 20 then what end,
        'comments_count', case when not exists (select from comments c join profiles p on p.user_id = c.user_id
          where c.discussion_id = now.id and c.hidden_at is null and p.is_hidden) then comment_count end)
      from now, counted where counted.n <= 200
      union all
      select 'comments', 'comment', '{"post_id": null}' from counted where counted.n > 200;
    get diagnostics changed = row_count;
    if changed > 0 then perform pg_notify('nollie_events', ''); end if;
  end $$;
comment on function nollie_recount_discussions(jsonb) is
  'Stores the number of comments in discussions and the time of the last one, and publishes the change. In the '
  'database because comments are also deleted with people, and counts must be right in the statement that changes '
  'them.';

create function nollie_count_discussion_comments() returns trigger language plpgsql as $$
  declare
    changes jsonb;
  begin
    select jsonb_agg(jsonb_build_object('discussion_id', discussion_id,
        'kind', case tg_op when 'INSERT' then 'created' else 'deleted' end,
        'comment_id', id, 'parent_comment_id', parent_comment_id, 'user_id', user_id)) into changes
      from changed where hidden_at is null and discussion_id is not null;
    if changes is not null then perform nollie_recount_discussions(changes); end if;
    return null;
  end $$;
comment on function nollie_count_discussion_comments() is
  'Passes discussions with added or deleted comments to nollie_recount_discussions.';
create trigger comments_discussion_insert after insert on comments referencing new table as changed
  for each statement execute function nollie_count_discussion_comments();
comment on trigger comments_discussion_insert on comments is 'Counts new comments in discussions.';
create trigger comments_discussion_delete after delete on comments referencing old table as changed
  for each statement execute function nollie_count_discussion_comments();
comment on trigger comments_discussion_delete on comments is 'Counts deleted comments in discussions.';

create function nollie_count_hidden_discussion_comment() returns trigger language plpgsql as $$
  begin
    perform nollie_recount_discussions(jsonb_build_array(jsonb_build_object('discussion_id', new.discussion_id,
      'kind', case when new.hidden_at is null then 'created' else 'deleted' end,
      'comment_id', new.id, 'parent_comment_id', new.parent_comment_id, 'user_id', new.user_id)));
    return null;
  end $$;
comment on function nollie_count_hidden_discussion_comment() is
  'Passes the discussion of a hidden or shown comment to nollie_recount_discussions.';
create trigger comments_discussion_hidden after update of hidden_at on comments for each row
  when (new.discussion_id is not null and (old.hidden_at is null) <> (new.hidden_at is null))
  execute function nollie_count_hidden_discussion_comment();
comment on trigger comments_discussion_hidden on comments is 'Hidden comments are not counted.';

create table comment_likes (
  id uuid not null,
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, user_id)
);
create index comment_likes_user_idx on comment_likes (user_id);
comment on table comment_likes is
  'Likes on comments. There are few, so their trigger counts immediately, without a queue.';

create function nollie_count_comment_likes() returns trigger language plpgsql as $$
  begin
    update comments c set like_count = like_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select comment_id, count(*)::int as n from changed group by 1) change
      where c.id = change.comment_id;
    return null;
  end $$;
comment on function nollie_count_comment_likes() is
  'Adds likes on comments to like_count, or subtracts them. In the database because likes are also deleted with '
  'people.';
create trigger comment_likes_insert after insert on comment_likes referencing new table as changed
  for each statement execute function nollie_count_comment_likes();
comment on trigger comment_likes_insert on comment_likes is 'Counts new likes.';
create trigger comment_likes_delete after delete on comment_likes referencing old table as changed
  for each statement execute function nollie_count_comment_likes();
comment on trigger comment_likes_delete on comment_likes is 'Counts deleted likes.';
