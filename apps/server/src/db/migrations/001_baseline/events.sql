-- The outbox of live events (docs/decisions/0010-live-events.md).

create table events (
  id bigint generated always as identity primary key,
  -- A public channel, or user:<id> for one person.
  topic text not null check (length(topic) <= 60),
  name text not null check (length(name) <= 40),
  -- Ids and counts, never content.
  data jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index events_created_idx on events (created_at);
comment on table events is 'Live events, written in the transaction of their cause and sent after its commit.';
