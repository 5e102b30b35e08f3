create table signing_keys (
  id uuid primary key,
  public_key jsonb not null,
  -- Encrypted with the server's secret.
  private_key text not null,
  created_at timestamptz(3) not null default now()
);
comment on table signing_keys is
  'Keys that sign programs'' access tokens; the newest one signs, the others only verify.';

create table refresh_families (
  session_id uuid primary key references sessions on delete cascade,
  -- SHA-256 hashes of the newest refresh token and the one before it.
  current text not null,
  previous text,
  rotated_at timestamptz(3) not null default now()
);
comment on table refresh_families is
  'The refresh token that continues a program''s session; using an older one ends the session.';
