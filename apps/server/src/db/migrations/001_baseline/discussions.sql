-- Discussions of the community. Their comments are in comments.sql.

create table discussions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 200 and title = btrim(title)),
  content text not null check (length(content) between 1 and 4000 and content = btrim(content)),
  category text not null default 'general' check (category in ('general', 'tips', 'gear', 'spots')),
  comment_count integer not null default 0 check (comment_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  -- The time of the last comment, for sorting lists.
  answered_at timestamptz(3) not null default now(),
  hidden_at timestamptz(3),
  search_text text generated always as (nollie_normalize(title || e'\n' || content)) stored
) with (fillfactor = 90);
create index discussions_created_idx on discussions (created_at desc, id desc);
create index discussions_user_idx on discussions (user_id);
create index discussions_answered_idx on discussions (answered_at desc, id desc);
create index discussions_category_created_idx on discussions (category, created_at desc, id desc);
create index discussions_category_answered_idx on discussions (category, answered_at desc, id desc);
create index discussions_search_idx on discussions using gin (search_text gin_trgm_ops);
comment on table discussions is 'Discussions with their comment and like counts.';

create table discussion_likes (
  discussion_id uuid not null references discussions on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (discussion_id, user_id)
);
create index discussion_likes_user_idx on discussion_likes (user_id);
comment on table discussion_likes is
  'Likes on discussions. There are few, so their trigger counts immediately, without a queue.';

create function nollie_count_discussion_likes() returns trigger language plpgsql as $$
  begin
    update discussions d set like_count = like_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select discussion_id, count(*)::int as n from changed group by 1) change
      where d.id = change.discussion_id;
    return null;
  end $$;
comment on function nollie_count_discussion_likes() is
  'Adds likes on discussions to like_count, or subtracts them. In the database because likes are also deleted with '
  'people.';
create trigger discussion_likes_insert after insert on discussion_likes referencing new table as changed
  for each statement execute function nollie_count_discussion_likes();
comment on trigger discussion_likes_insert on discussion_likes is 'Counts new likes.';
create trigger discussion_likes_delete after delete on discussion_likes referencing old table as changed
  for each statement execute function nollie_count_discussion_likes();
comment on trigger discussion_likes_delete on discussion_likes is 'Counts deleted likes.';
