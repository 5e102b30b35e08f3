-- Exports of personal data.

create table exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  bytes bigint check (bytes > 0),
  asked_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  check ((status = 'ready') = (bytes is not null)),
  check ((status = 'ready') = (expires_at is not null))
);
create unique index exports_waiting_key on exports (user_id) where status = 'waiting';
create index exports_user_idx on exports (user_id, asked_at);
comment on table exports is 'Archives of all personal data of a person, built by a job and stored for a few days.';
