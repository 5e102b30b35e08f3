create table access_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- The SHA-256 hash.
  token text not null unique,
  ending text not null check (length(ending) = 4),
  scopes text[] not null check (cardinality(scopes) between 1 and 60),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index access_tokens_user_idx on access_tokens (user_id, created_at desc);
create index access_tokens_expires_idx on access_tokens (expires_at);
comment on table access_tokens is 'People''s access tokens for scripts, with the scopes of each.';
