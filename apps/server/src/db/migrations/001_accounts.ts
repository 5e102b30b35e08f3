import { type Kysely, sql } from 'kysely'

// users, sessions, accounts and verifications are better-auth's tables in snake_case; the profile of a person is
// made by the database in the statement that makes the account, so neither can exist without the other. sign_ups
// waits for the proof of an address: only then there is a user.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create extension if not exists pg_trgm;
    create extension if not exists unaccent;

    create function nollie_fold(text) returns text language sql immutable strict parallel safe as
      $$ select lower(public.unaccent('public.unaccent', normalize($1, NFKC))) $$;

    create function nollie_touch() returns trigger language plpgsql as
      $$ begin new.updated_at := now(); return new; end $$;

    create table users (
      id uuid primary key,
      name text not null,
      email text not null unique check (email = lower(email) and length(email) <= 254),
      email_verified boolean not null default false,
      image text,
      username text not null check (username = lower(username)),
      display_username text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create unique index users_username_key on users (username);

    create table sessions (
      id uuid primary key,
      token text not null unique,
      user_id uuid not null references users on delete cascade,
      expires_at timestamptz(3) not null,
      ip_address text,
      user_agent text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create index sessions_user_id_idx on sessions (user_id);
    create index sessions_expires_at_idx on sessions (expires_at);

    create table accounts (
      id uuid primary key,
      account_id text not null,
      provider_id text not null,
      user_id uuid not null references users on delete cascade,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz(3),
      refresh_token_expires_at timestamptz(3),
      scope text,
      password text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (provider_id, account_id)
    );
    create index accounts_user_id_idx on accounts (user_id);

    create table verifications (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create index verifications_identifier_idx on verifications (identifier);
    create index verifications_expires_at_idx on verifications (expires_at);

    create table sign_ups (
      id uuid primary key,
      email text not null check (email = lower(email) and length(email) <= 254),
      username text not null check (username ~ '^[a-z0-9_.]{3,30}$'),
      display_username text not null check (lower(display_username) = username),
      password text not null,
      expires_at timestamptz(3) not null default now() + interval '1 day',
      created_at timestamptz(3) not null default now()
    );
    create index sign_ups_email_idx on sign_ups (email, created_at);
    create index sign_ups_username_idx on sign_ups (username);
    create index sign_ups_created_at_idx on sign_ups (created_at);

    create table profiles (
      user_id uuid primary key references users on delete cascade,
      username text not null check (username ~ '^[A-Za-z0-9_.]{3,30}$'),
      full_name text check (length(full_name) between 1 and 80),
      avatar_url text check (length(avatar_url) <= 300),
      bio text check (length(bio) <= 500),
      instagram_url text check (length(instagram_url) <= 300),
      is_admin boolean not null default false,
      suspended_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create unique index profiles_username_key on profiles (lower(username));
    create trigger profiles_touch before update on profiles for each row execute function nollie_touch();

    create function nollie_make_profile() returns trigger language plpgsql as $$
      begin
        insert into profiles (user_id, username) values (new.id, coalesce(new.display_username, new.username));
        return null;
      end $$;
    create trigger users_make_profile after insert on users for each row execute function nollie_make_profile();

    create table rate_counts (
      name text not null,
      subject text not null,
      window_start timestamptz(3) not null,
      times integer not null,
      primary key (name, subject, window_start)
    );
    create index rate_counts_window_start_idx on rate_counts (window_start);
  `)
    .execute(db)
}
