create table signing_keys (
  id uuid primary key,
  public_key jsonb not null,
  -- Encrypted with the server's secret.
  private_key text not null,
  created_at timestamptz(3) not null default now()
);
comment on table signing_keys is 'Keys that sign access tokens of programs; one is new, the others only verify.';

create table refresh_families (
  session_id uuid primary key references sessions on delete cascade,
  -- SHA-256 hashes of the newest refresh token and the one before it.
  current text not null,
  previous text,
  rotated_at timestamptz(3) not null default now()
);
comment on table refresh_families is 'The refresh token with which a program goes on with its session; an older one ends it.';
