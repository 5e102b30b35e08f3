create table phones (
  user_id uuid primary key references users on delete cascade,
  -- E.164; belongs to the person who verified it last.
  number text not null unique check (number ~ '^\+[1-9][0-9]{6,14}$'),
  -- Can sign in for some time after this, because numbers get reassigned.
  proven_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
comment on table phones is
  'Phone numbers that can sign their owners in (docs/decisions/0082-phone-numbers.md). Only visible to their owners.';

create table phone_codes (
  id uuid primary key,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  creates_account boolean not null,
  -- The session that adds the number; null for a sign-in.
  session_id uuid references sessions on delete cascade,
  -- The sign-in whose second factor it is; it can't be used for anything else.
  factor_challenge_id uuid references factor_challenges on delete cascade,
  wrong_tries smallint not null default 0,
  -- When the message was submitted for sending, which happens once.
  handed_over_at timestamptz(3),
  -- When the code was right but no account had the number, so that an email address must still be verified.
  proven_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index phone_codes_number_idx on phone_codes (number);
create index phone_codes_session_idx on phone_codes (session_id);
create index phone_codes_factor_challenge_idx on phone_codes (factor_challenge_id);
create index phone_codes_expires_at_idx on phone_codes (expires_at);
comment on table phone_codes is 'Requests for codes by text message; the code is computed from the id.';
