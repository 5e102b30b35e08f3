import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table spots (
      id uuid primary key,
      name text not null check (length(name) between 1 and 120 and name = btrim(name)),
      description text check (length(description) <= 4000),
      address text check (length(address) <= 300),
      city text check (length(city) <= 120),
      state text check (length(state) <= 120),
      country text check (length(country) <= 120),
      postal_code text check (length(postal_code) <= 20),
      latitude double precision not null check (latitude between -90 and 90),
      longitude double precision not null check (longitude between -180 and 180),
      difficulty_level text check (difficulty_level in ('beginner', 'intermediate', 'advanced')),
      spot_types text[] check (
        spot_types <@ array['street','park','vert','bowl','ledges','rails','stairs','mini-ramp','bank','gap',
          'manual-pad','quarter','plaza','diy','other'] and cardinality(spot_types) between 1 and 15),
      spot_type text generated always as (spot_types[1]) stored,
      cover_media_id uuid references media on delete set null,
      status text not null default 'open' check (status in ('open', 'gone')),
      created_by uuid references users on delete set null,
      source text check (length(source) <= 80),
      source_id text check (length(source_id) <= 120),
      source_licence text check (length(source_licence) <= 80),
      source_url text check (length(source_url) <= 300),
      version integer not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      check (latitude <> 0 or longitude <> 0),
      check ((source is null) = (source_licence is null)),
      search_name text generated always as (nollie_fold(name)) stored,
      search_text text generated always as (
        nollie_fold(name || ' ' || coalesce(description, ''))) stored,
      search_place text generated always as (
        nollie_fold(coalesce(address, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' ||
          coalesce(country, ''))) stored
    );
    create unique index spots_source_key on spots (source, source_id) where source is not null;
    create index spots_created_idx on spots (created_at desc, id desc) where deleted_at is null;
    create index spots_created_by_idx on spots (created_by, created_at desc, id desc) where deleted_at is null;
    create index spots_search_name_idx on spots using gin (search_name gin_trgm_ops);
    create index spots_search_text_idx on spots using gin (search_text gin_trgm_ops);
    create index spots_search_place_idx on spots using gin (search_place gin_trgm_ops);
    create index spots_name_prefix_idx on spots (search_name text_pattern_ops);
    create trigger spots_touch before update on spots for each row execute function nollie_touch();

    create table posts (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      spot_id uuid references spots on delete cascade,
      kind text not null check (kind in ('spot', 'media', 'cover', 'profile_picture', 'text', 'on_demand', 'repair')),
      title text not null check (length(title) between 1 and 200),
      content text check (length(content) <= 4000),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check (kind not in ('spot', 'cover', 'on_demand', 'repair') or spot_id is not null)
    );
    create unique index posts_spot_creation_key on posts (spot_id) where kind = 'spot';
    create index posts_created_idx on posts (created_at desc, id desc);
    create index posts_spot_idx on posts (spot_id, created_at desc, id desc) where spot_id is not null;
    create index posts_user_idx on posts (user_id, created_at desc, id desc);
    create trigger posts_touch before update on posts for each row execute function nollie_touch();

    create table post_media (
      post_id uuid not null references posts on delete cascade,
      media_index smallint not null check (media_index >= 0),
      media_id uuid not null unique references media,
      like_count integer not null default 0 check (like_count >= 0),
      comment_count integer not null default 0 check (comment_count >= 0),
      primary key (post_id, media_index)
    ) with (fillfactor = 80);

    create table idempotency_keys (
      user_id uuid not null references users on delete cascade,
      key text not null,
      request_hash text not null,
      answer jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, key)
    );
    create index idempotency_keys_created_idx on idempotency_keys (created_at);
  `)
    .execute(db)
}
