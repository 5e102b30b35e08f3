create table ads (
  id uuid primary key,
  created_by uuid references users (id) on delete set null,
  title text not null check (length(title) between 1 and 60),
  content text not null check (length(content) between 1 and 200),
  link text not null check (link ~* '^https?://' and length(link) <= 2000),
  media_id uuid references media (id) on delete set null,
  place_name text not null check (length(place_name) between 1 and 120),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  radius_km smallint not null check (radius_km between 1 and 500),
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz(3) not null default now(),
  check (starts_on <= ends_on)
);
create index ads_ends_on_idx on ads (ends_on);
create unique index ads_media_idx on ads (media_id) where media_id is not null;
create index ads_created_by_idx on ads (created_by);
comment on table ads is
  'Ads of shops, contests, and clubs, managed by admins and shown near their place (docs/decisions/0092-ads.md).';
comment on column ads.starts_on is 'The first day, in UTC; ends_on is the last.';

create table ad_days (
  ad_id uuid not null references ads (id) on delete cascade,
  day date not null,
  -- Spreads concurrent counting over several rows.
  slice smallint not null check (slice between 0 and 7),
  views integer not null default 0 check (views >= 0),
  presses integer not null default 0 check (presses >= 0),
  primary key (ad_id, day, slice)
);
comment on table ad_days is 'Daily views and clicks of an ad, without the people behind them.';
