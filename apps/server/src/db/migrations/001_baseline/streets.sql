-- Named features of the operator's street maps (docs/decisions/0042-streets.md).

create table street_regions (
  id integer primary key generated always as identity,
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9_-]{0,59}$'),
  -- Names the file of the tiles, so that replacing this row replaces the file.
  version text not null check (version ~ '^[0-9a-f]{16}$'),
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  min_zoom smallint not null check (min_zoom between 0 and 16),
  max_zoom smallint not null check (max_zoom between min_zoom and 16),
  attribution text not null,
  bytes bigint not null,
  tiles integer not null,
  loaded_at timestamptz(3) not null default now()
);
comment on table street_regions is 'Loaded regions; each is replaced in one transaction.';

create table streets (
  id bigint primary key generated always as identity,
  region_id integer not null references street_regions on delete cascade,
  name text not null,
  kind text not null check (kind in ('place', 'street', 'square', 'park', 'skatepark', 'station', 'landmark')),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  importance real not null check (importance between 0 and 1),
  city text,
  country text
);
create index streets_region_idx on streets (region_id);
create index streets_position_idx on streets using gist (point(longitude, latitude));
comment on table streets is 'Streets, parks, stations, and other named features of a region.';

create table street_names (
  street_id bigint not null references streets on delete cascade,
  name text not null check (length(name) between 1 and 200),
  search_name text generated always as (nollie_normalize(name)) stored,
  primary key (street_id, name)
);
create index street_names_prefix_idx on street_names (search_name text_pattern_ops);
create index street_names_search_idx on street_names using gin (search_name gin_trgm_ops);
comment on table street_names is 'Every name by which a row of streets is found.';
