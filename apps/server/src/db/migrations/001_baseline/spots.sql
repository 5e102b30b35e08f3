-- Places to skate. How the map counts them is in map.sql.

create function nollie_quadkey(latitude double precision, longitude double precision) returns bigint
  language plpgsql immutable strict parallel safe as $$
  declare
    s constant double precision := sin(radians(least(85.05112877980659, greatest(-85.05112877980659, latitude))));
    x bigint := least(67108863, greatest(0, floor((longitude + 180) / 360 * 67108864)))::bigint;
    y bigint := least(67108863, greatest(0, floor((0.5 - ln((1 + s) / (1 - s)) / (4 * pi())) * 67108864)))::bigint;
  begin
    x := (x | (x << 16)) & 281470681808895;
    y := (y | (y << 16)) & 281470681808895;
    x := (x | (x << 8)) & 71777214294589695;
    y := (y | (y << 8)) & 71777214294589695;
    x := (x | (x << 4)) & 1085102592571150095;
    y := (y | (y << 4)) & 1085102592571150095;
    x := (x | (x << 2)) & 3689348814741910323;
    y := (y | (y << 2)) & 3689348814741910323;
    x := (x | (x << 1)) & 6148914691236517205;
    y := (y | (y << 1)) & 6148914691236517205;
    return x | (y << 1);
  end $$;
comment on function nollie_quadkey(double precision, double precision) is
  'A position as a 52-bit Morton code of web-mercator x, y at 26 bits each, so that one btree serves every viewport. '
  'In the database because a generated column uses it.';

create function nollie_spot_type_bits(spot_types text[]) returns integer language plpgsql immutable parallel safe as $$
  declare
    kind text;
    kinds integer := 0;
  begin
    foreach kind in array coalesce(spot_types, '{}') loop
      kinds := kinds | (1 << (array_position(array['street','park','vert','bowl','ledges','rails','stairs','mini-ramp',
        'bank','gap','manual-pad','quarter','plaza','diy','other'], kind) - 1));
    end loop;
    return kinds;
  end $$;
comment on function nollie_spot_type_bits(text[]) is
  'A set of spot types as bits: 1 << (number in the contract - 1). In the database because a generated column uses '
  'it.';

create function nollie_spot_facets(spot_types text[], difficulty text, status text, has_video boolean) returns integer
  language plpgsql immutable parallel safe as $$
  begin
    return public.nollie_spot_type_bits(spot_types)
      | case difficulty when 'beginner' then 32768 when 'intermediate' then 65536 when 'advanced' then 131072 else 0 end
      | case when has_video then 262144 else 0 end
      | case when status = 'gone' then 524288 else 0 end;
  end $$;
comment on function nollie_spot_facets(text[], text, text, boolean) is
  'The map''s filters as bits: 1 to 15 the types, 16 to 18 the levels of difficulty, 19 has a video, 20 removed. '
  'Removed is the highest bit, so that existing spots are below 2^19: statistics show that nearly all spots are. In '
  'the database because a generated column uses it.';

create table spots (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120 and name = btrim(name)),
  description text check (length(description) <= 4000),
  -- The last author of the description, who may be hidden from a reader of the spot; null for an imported one.
  description_by uuid references users on delete set null,
  address text check (length(address) <= 300),
  city text check (length(city) <= 120),
  state text check (length(state) <= 120),
  country text check (length(country) <= 120),
  postal_code text check (length(postal_code) <= 20),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  difficulty_level text check (difficulty_level in ('beginner', 'intermediate', 'advanced')),
  spot_types text[] check (
    spot_types <@ array['street', 'park', 'vert', 'bowl', 'ledges', 'rails', 'stairs', 'mini-ramp', 'bank', 'gap',
      'manual-pad', 'quarter', 'plaza', 'diy', 'other'] and cardinality(spot_types) between 1 and 15),
  spot_type text generated always as (spot_types[1]) stored,
  -- References an item of a post, see posts.sql.
  cover_media_id uuid,
  status text not null default 'open' check (status in ('open', 'gone')),
  has_video boolean not null default false,
  created_by uuid references users on delete set null,
  source text check (length(source) <= 80),
  source_id text check (length(source_id) <= 120),
  source_licence text check (length(source_licence) <= 80),
  source_url text check (length(source_url) <= 300),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A deleted spot is hidden and can be restored. A purged spot leaves a tombstone, so that no import adds it again.
  deleted_at timestamptz(3),
  deleted_by uuid references users on delete set null,
  purged_at timestamptz(3),
  search_name text generated always as (nollie_normalize(name)) stored,
  search_text text generated always as (nollie_normalize(name || ' ' || coalesce(description, ''))) stored,
  search_place text generated always as (
    nollie_normalize(coalesce(address, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' ||
      coalesce(country, ''))) stored,
  qk bigint not null generated always as (nollie_quadkey(latitude, longitude)) stored,
  facets integer not null
    generated always as (nollie_spot_facets(spot_types, difficulty_level, status, has_video)) stored,
  check (latitude <> 0 or longitude <> 0),
  check ((source is null) = (source_licence is null)),
  check (purged_at is null or deleted_at is not null)
);
create unique index spots_source_key on spots (source, source_id) where source is not null;
-- Finds the newest spots in a view without reading the spots outside it.
create index spots_created_idx on spots (created_at desc, id desc) include (qk, facets) where deleted_at is null;
create index spots_created_by_idx on spots (created_by, created_at desc, id desc) where deleted_at is null;
create index spots_qk_idx on spots (qk, id) include (facets, created_at) where deleted_at is null;
create index spots_to_purge_idx on spots (deleted_at) where deleted_at is not null and purged_at is null;
create index spots_cover_idx on spots (cover_media_id) where cover_media_id is not null;
create index spots_description_by_idx on spots (description_by) where description_by is not null;
create index spots_search_name_idx on spots using gin (search_name gin_trgm_ops);
create index spots_search_text_idx on spots using gin (search_text gin_trgm_ops);
create index spots_search_place_idx on spots using gin (search_place gin_trgm_ops);
create index spots_name_prefix_idx on spots (search_name text_pattern_ops);
comment on table spots is
  'Spots, including recently deleted ones. Every change queues its difference for the map (map.sql).';

create trigger spots_set_updated_at before update on spots for each row execute function nollie_set_updated_at();
comment on trigger spots_set_updated_at on spots is 'See nollie_set_updated_at.';

create table spot_edits (
  id uuid primary key,
  spot_id uuid not null references spots on delete cascade,
  user_id uuid references users on delete set null,
  action text not null check (action in ('edit', 'status', 'cover', 'delete', 'restore')),
  -- The version that the edit was based on.
  version integer not null,
  -- The changed fields with their previous values.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  created_at timestamptz(3) not null default now()
);
create index spot_edits_spot_idx on spot_edits (spot_id, id desc);
create index spot_edits_user_idx on spot_edits (user_id) where user_id is not null;
comment on table spot_edits is 'History of spots: the author of each change, and the previous values.';

create table spot_hidden_texts (
  spot_id uuid primary key references spots on delete cascade,
  name text not null,
  description text,
  description_by uuid references users on delete set null,
  -- The neutral name shown instead.
  shown_name text not null,
  hidden_at timestamptz(3) not null default now()
);
create index spot_hidden_texts_by_idx on spot_hidden_texts (description_by) where description_by is not null;
comment on table spot_hidden_texts is
  'Name and description that moderators hid. The spot has neutral ones instead, so that no reader, search, or event '
  'can show the hidden ones.';
