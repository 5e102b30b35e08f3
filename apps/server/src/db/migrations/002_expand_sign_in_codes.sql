create table sign_in_codes (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- The S256 challenge of the requesting device (RFC 7636).
  challenge text check (length(challenge) = 43),
  creates_account boolean not null,
  -- The path on this site that the visitor wanted.
  next text check (length(next) <= 300),
  wrong_tries smallint not null default 0,
  -- When the code was right but no account had the address, so that a username must still be chosen.
  proven_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index sign_in_codes_email_idx on sign_in_codes (email);
create index sign_in_codes_expires_at_idx on sign_in_codes (expires_at);
comment on table sign_in_codes is
  'Requests for emailed sign-in codes; the code is computed from the id (docs/decisions/0073-codes-by-mail.md).';
