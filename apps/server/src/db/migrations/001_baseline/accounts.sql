-- People who can sign in, and how.

create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  username text not null check (username = lower(username)),
  display_username text,
  -- The terms accepted at sign-up; null for imported people.
  terms_accepted_at timestamptz(3),
  terms_version text check (length(terms_version) between 1 and 40),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users_terms check ((terms_accepted_at is null) = (terms_version is null))
);
create unique index users_username_key on users (username);
comment on table users is
  'People with a verified email address, and the remaining rows of former members. Their public data is in profiles.';

create table sessions (
  id uuid primary key,
  token text not null unique,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
comment on table sessions is 'Sessions: one row per signed-in device.';

create table ended_sessions (
  token text primary key,
  user_id uuid not null references users on delete cascade,
  ended_at timestamptz(3) not null default now()
);
create index ended_sessions_user_idx on ended_sessions (user_id);
create index ended_sessions_ended_idx on ended_sessions (ended_at);
comment on table ended_sessions is 'Sessions that a suspension ended. They only lead to a response that says so.';

create table accounts (
  id uuid primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references users on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id_idx on accounts (user_id);
comment on table accounts is 'Sign-in methods of people: the hash of their password.';

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index verifications_identifier_idx on verifications (identifier);
create index verifications_expires_at_idx on verifications (expires_at);
comment on table verifications is 'Emailed links, each valid once.';

create table sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  username text not null check (username ~ '^[a-z0-9_.]{3,30}$'),
  display_username text not null check (lower(display_username) = username),
  password text not null,
  -- The path on this site that the visitor wanted; the emailed link leads there in any browser.
  next text check (length(next) <= 300),
  terms_accepted_at timestamptz(3),
  terms_version text check (length(terms_version) between 1 and 40),
  expires_at timestamptz(3) not null default now() + interval '1 day',
  created_at timestamptz(3) not null default now(),
  constraint sign_ups_terms check ((terms_accepted_at is null) = (terms_version is null))
);
create index sign_ups_email_idx on sign_ups (email, created_at);
create index sign_ups_username_idx on sign_ups (username);
create index sign_ups_created_at_idx on sign_ups (created_at);
comment on table sign_ups is
  'Sign-ups whose email address is not verified yet; the user is created afterwards '
  '(docs/decisions/0007-accounts-after-verification.md).';

create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (old_email = lower(old_email) and length(old_email) <= 254),
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '1 day',
  changed_at timestamptz(3),
  undone_at timestamptz(3),
  check (old_email <> new_email),
  check (undone_at is null or changed_at is not null)
);
create unique index email_changes_waiting_key on email_changes (user_id) where changed_at is null;
create index email_changes_user_idx on email_changes (user_id, changed_at);
comment on table email_changes is
  'Stores a new email address until it is verified; the old address can revert the change for a while.';

create table account_deletions (
  user_id uuid primary key references users on delete cascade,
  content text not null check (content in ('remove', 'keep')),
  asked_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  -- When the deletion started; from then on it can't be cancelled.
  begun_at timestamptz(3),
  check (due_at > asked_at)
);
create index account_deletions_due_idx on account_deletions (due_at);
comment on table account_deletions is 'Requested account deletions (docs/decisions/0024-account-deletion.md).';

create table reserved_usernames (
  digest bytea primary key check (length(digest) = 32),
  free_at timestamptz(3) not null
);
create index reserved_usernames_free_idx on reserved_usernames (free_at);
comment on table reserved_usernames is 'Digests of former members'' usernames, which stay reserved for a while.';
