create table provider_requests (
  id uuid primary key,
  -- The provider's name in the configuration.
  provider text not null check (length(provider) <= 40),
  -- The S256 challenge of the requesting device (RFC 7636).
  challenge text not null check (length(challenge) = 43),
  -- The person who links the identity; null for a sign-in.
  user_id uuid references users on delete cascade,
  -- When the code was exchanged at the provider, which is done once.
  asked_at timestamptz(3),
  -- The provider's response.
  subject text check (length(subject) <= 255),
  email text check (email = lower(email) and length(email) <= 254),
  is_email_proven boolean not null default false,
  label text check (length(label) <= 254),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index provider_requests_user_idx on provider_requests (user_id);
create index provider_requests_expires_at_idx on provider_requests (expires_at);
comment on table provider_requests is
  'Sign-ins with a provider that are in progress; state, nonce, and verifier are computed from the id.';

alter table accounts add column label text check (length(label) <= 254);
comment on column accounts.label is 'The person''s address or name at the provider, only shown to them.';
comment on table accounts is
  'Sign-in methods of people: the hash of their password, and their identities at providers.';
