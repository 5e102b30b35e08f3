-- Posts and spots that people saved; no one else can see them (docs/decisions/0110-lists.md).

create table saved_posts (
  user_id uuid not null references users on delete cascade,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, post_id)
);
create index saved_posts_list_idx on saved_posts (user_id, created_at desc, post_id desc);
create index saved_posts_post_idx on saved_posts (post_id);
comment on table saved_posts is 'Posts that a person saved.';

create table saved_spots (
  user_id uuid not null references users on delete cascade,
  spot_id uuid not null references spots on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, spot_id)
);
create index saved_spots_list_idx on saved_spots (user_id, created_at desc, spot_id desc);
create index saved_spots_spot_idx on saved_spots (spot_id);
comment on table saved_spots is 'Spots that a person saved.';
