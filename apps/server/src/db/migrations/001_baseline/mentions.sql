-- People mentioned by @names in texts.

create table mentions (
  -- The text: exactly one of the three.
  post_id uuid references posts on delete cascade,
  comment_id uuid references comments on delete cascade,
  discussion_id uuid references discussions on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The name in the text, in lower case; the person may have been renamed since.
  username text not null check (username = lower(username)),
  constraint mentions_one_text check (num_nonnulls(post_id, comment_id, discussion_id) = 1)
);
create unique index mentions_post_key on mentions (post_id, username) where post_id is not null;
create unique index mentions_comment_key on mentions (comment_id, username) where comment_id is not null;
create unique index mentions_discussion_key on mentions (discussion_id, username) where discussion_id is not null;
create index mentions_user_idx on mentions (user_id);
comment on table mentions is 'People mentioned by an @name in a post, comment, or discussion.';
