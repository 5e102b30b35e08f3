create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Both in base64url, as in WebAuthn.
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key text not null check (length(public_key) <= 2000),
  -- The authenticator's usage counter; 0 if it does not count.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null check (cardinality(transports) <= 10),
  last_used_at timestamptz(3),
  -- When its counter decreased, which means that there is a copy.
  copied_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index passkeys_user_idx on passkeys (user_id, created_at desc);
comment on table passkeys is 'Public keys for signing in (WebAuthn).';

create table passkey_challenges (
  id uuid primary key,
  -- The session that adds a passkey; null for sign-ins and proofs.
  session_id uuid references sessions on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index passkey_challenges_session_idx on passkey_challenges (session_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
comment on table passkey_challenges is
  'Challenges that a passkey can still answer; their texts are computed from the id.';
