-- Posts and their items.

create table posts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  spot_id uuid references spots on delete cascade,
  kind text not null check (kind in ('spot', 'media', 'cover', 'profile_picture', 'text', 'on_demand', 'repair')),
  title text not null check (length(title) between 1 and 200),
  content text check (length(content) <= 4000),
  -- A photo on another site: shown as a link, or replaced by our own copy (docs/decisions/0026-photo-addresses.md).
  photo_url text check (length(photo_url) <= 2000 and photo_url ~ '^https?://[^/@[:space:]]+/'),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Posts of a deleted spot share its deleted_at, so that they can be restored with it.
  hidden_at timestamptz(3),
  check (kind not in ('spot', 'cover', 'on_demand', 'repair') or spot_id is not null)
);
create unique index posts_spot_creation_key on posts (spot_id) where kind = 'spot';
create index posts_created_idx on posts (created_at desc, id desc);
create index posts_spot_idx on posts (spot_id, created_at desc, id desc) where spot_id is not null;
create index posts_user_idx on posts (user_id, created_at desc, id desc);
-- Discover only scans posts with photos or videos; any number of text-only posts between them costs nothing.
create index posts_seen_idx on posts (created_at desc, id desc)
  where kind <> 'text' and kind <> 'profile_picture' and hidden_at is null;
create index posts_pictures_idx on posts (user_id, created_at desc, id desc) where kind = 'profile_picture';
comment on table posts is 'Posts of all kinds (docs/decisions/0012-every-picture-has-a-post.md).';

create trigger posts_set_updated_at before update on posts for each row execute function nollie_set_updated_at();
comment on trigger posts_set_updated_at on posts is 'See nollie_set_updated_at.';

create table post_media (
  post_id uuid not null references posts on delete cascade,
  media_index smallint not null check (media_index >= 0),
  -- Null for item 0 of a text-only post, which can be liked and commented on like any other.
  media_id uuid unique references media,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  -- The item's use before its post was hidden, to be restored with it.
  used_as text check (used_as in ('cover', 'profile_picture')),
  primary key (post_id, media_index),
  check (media_id is not null or media_index = 0)
) with (fillfactor = 80);
comment on table post_media is 'Items of posts with their counts, which only nollie_rollup_counters changes.';

-- A cover always belongs to a post (docs/decisions/0012-every-picture-has-a-post.md). Checked at commit, because both
-- are created together.
alter table spots add constraint spots_cover_is_posted foreign key (cover_media_id)
  references post_media (media_id) on delete set null deferrable initially deferred;
