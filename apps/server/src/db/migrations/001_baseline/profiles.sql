-- A person's public data and settings.

create table profiles (
  user_id uuid primary key references users on delete cascade,
  username text not null check (username ~ '^[A-Za-z0-9_.]{3,30}$'),
  full_name text check (length(full_name) between 1 and 80),
  avatar_url text check (length(avatar_url) <= 300),
  -- The photo belongs to one of their posts and is deleted with it.
  avatar_media_id uuid references post_media (media_id) on delete set null,
  bio text check (length(bio) <= 500),
  instagram_url text check (length(instagram_url) <= 300),
  -- Only if they show it on their page.
  home_town text check (length(home_town) <= 120),
  is_admin boolean not null default false,
  suspended_at timestamptz(3),
  deletion_requested_at timestamptz(3),
  -- Set for a former member who left content behind: a row without a name, address, or sign-in method.
  former_at timestamptz(3),
  -- Hidden from everyone: suspended, or with a pending account deletion.
  is_hidden boolean generated always as (suspended_at is not null or deletion_requested_at is not null) stored,
  version integer not null default 1,
  search_username text generated always as (nollie_normalize(username)) stored,
  search_name text generated always as (nollie_normalize(coalesce(full_name, ''))) stored,
  -- The sort key of lists of people; short, because it is part of cursors.
  sort_name text generated always as (left(nollie_normalize(coalesce(full_name, username)), 20)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index profiles_username_key on profiles (lower(username));
create index profiles_sort_name_idx on profiles (sort_name, user_id);
create index profiles_avatar_idx on profiles (avatar_media_id) where avatar_media_id is not null;
create index profiles_username_prefix_idx on profiles (search_username text_pattern_ops);
create index profiles_name_prefix_idx on profiles (search_name text_pattern_ops);
create index profiles_search_idx on profiles using gin ((search_username || ' ' || search_name) gin_trgm_ops);
create index profiles_created_idx on profiles (created_at desc, user_id desc);
-- Few people are hidden, and every list checks it for each name.
create index profiles_hidden_idx on profiles (user_id) where is_hidden;
-- Both are inserted in one transaction, and deleted together.
alter table users add constraint users_have_profile foreign key (id) references profiles
  deferrable initially deferred;
comment on table profiles is 'People''s public data. Every user has a row.';

create trigger profiles_set_updated_at before update on profiles for each row execute function nollie_set_updated_at();
comment on trigger profiles_set_updated_at on profiles is 'See nollie_set_updated_at.';

create function nollie_clear_avatar_url() returns trigger language plpgsql as $$
  begin
    new.avatar_url := null;
    insert into events (topic, name, data)
      values ('people', 'person', jsonb_build_object('kind', 'profile', 'user_id', new.user_id));
    perform pg_notify('nollie_events', '');
    return new;
  end $$;
comment on function nollie_clear_avatar_url() is
  'Clears the URL of a profile photo and publishes the change. In the database because a foreign key sets '
  'avatar_media_id to null when the post is deleted, by whatever statement.';
create trigger profiles_clear_avatar_url before update of avatar_media_id on profiles for each row
  when (old.avatar_media_id is not null and new.avatar_media_id is null) execute function nollie_clear_avatar_url();
comment on trigger profiles_clear_avatar_url on profiles is 'A profile photo is deleted with its post.';

create table preferences (
  user_id uuid primary key references users on delete cascade,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  language text not null default 'auto' check (language = 'auto' or language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  -- The welcome after the first sign-in was finished or skipped, on any device.
  welcomed boolean not null default false,
  -- Links to their page, posts, and discussions have a public preview (docs/decisions/0049-link-previews.md).
  link_previews boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
comment on table preferences is 'A person''s settings for all their devices.';

create trigger preferences_set_updated_at before update on preferences
  for each row execute function nollie_set_updated_at();
comment on trigger preferences_set_updated_at on preferences is 'See nollie_set_updated_at.';
