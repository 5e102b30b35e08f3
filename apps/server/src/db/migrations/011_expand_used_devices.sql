create table used_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- A hash of the person and of the random number in the browser's cookie; two people of one browser share nothing here.
  device text not null check (length(device) = 43),
  last_used_at timestamptz(3) not null default now(),
  -- When its owner declared it to be of somebody else.
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (user_id, device)
);
create index used_devices_last_used_at_idx on used_devices (last_used_at);
comment on table used_devices is 'Browsers and programs that signed in before; a sign-in on another one is mailed to the owner.';
