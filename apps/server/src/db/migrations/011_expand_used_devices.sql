create table used_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- A hash of the person and the random number in the browser's cookie, so that two people on one browser share nothing
  -- here.
  device text not null check (length(device) = 43),
  last_used_at timestamptz(3) not null default now(),
  -- When its owner reported that it is not theirs.
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (user_id, device)
);
create index used_devices_last_used_at_idx on used_devices (last_used_at);
comment on table used_devices is
  'Browsers and programs that have signed in before; a sign-in on a new one is reported to the owner by email.';
