create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Its kind: an authenticator app (totp), any passkey of the person, or codes sent to their phone number (sms).
  kind text not null check (kind in ('totp', 'passkey', 'sms')),
  name text not null check (length(name) between 1 and 80),
  -- When its first code was right; until then the factor is not active.
  proven_at timestamptz(3),
  -- The time step of the last accepted code, so that none is accepted twice.
  last_step bigint not null default 0,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index factors_user_idx on factors (user_id);
create unique index factors_one_idx on factors (user_id, kind) where kind <> 'totp';
create index factors_unproven_idx on factors (created_at) where proven_at is null;
comment on table factors is 'Second factors of people; an app''s secret is computed from the id and never stored.';

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  digest text not null check (length(digest) = 43),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, digest)
);
comment on table recovery_codes is 'Keyed hashes of single-use codes that replace a lost factor.';

create table factor_challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The hash of the token that only the device signing in has.
  token text not null unique check (length(token) = 43),
  -- The sign-in method used so far.
  way text not null check (length(way) between 1 and 40),
  wrong_tries smallint not null default 0,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index factor_challenges_user_idx on factor_challenges (user_id);
create index factor_challenges_expires_at_idx on factor_challenges (expires_at);
comment on table factor_challenges is 'Sign-ins waiting for a second factor; the session is created afterwards.';

create table trusted_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token text not null unique check (length(token) = 43),
  user_agent text check (length(user_agent) <= 300),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index trusted_devices_user_idx on trusted_devices (user_id);
create index trusted_devices_expires_at_idx on trusted_devices (expires_at);
comment on table trusted_devices is 'Browsers that skip the second factor for thirty days.';

create table factor_recoveries (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index factor_recoveries_due_at_idx on factor_recoveries (due_at);
comment on table factor_recoveries is 'Requests to remove all factors of a person who lost them; 72 hours must pass.';

alter table sessions add column aal smallint not null default 1 check (aal in (1, 2));
alter table sessions add column amr text not null default '' check (length(amr) <= 80);
comment on column sessions.aal is 'The assurance level: 2 once a second factor is proven.';
comment on column sessions.amr is 'The owner''s sign-in methods, separated by spaces.';
