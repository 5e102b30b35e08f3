-- State of single requests: idempotency and rate limits.

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
comment on table idempotency_keys is
  'Responses by idempotency key: a repeated request has one effect (docs/decisions/0003-idempotency-keys.md).';

create table rate_counts (
  name text not null,
  subject text not null,
  window_start timestamptz(3) not null,
  times integer not null,
  primary key (name, subject, window_start)
);
create index rate_counts_window_start_idx on rate_counts (window_start);
comment on table rate_counts is
  'How often a limited operation was called, by subject and window '
  '(docs/decisions/0002-rate-limits-in-the-database.md).';
