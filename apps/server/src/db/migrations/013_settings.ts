import { type Kysely, sql } from 'kysely'

// What people decide about their account. email_changes: an address waits until it is proven; the one before it can take
// the change back for a while. leavings: accounts that go after their time of grace (docs/decisions/leaving.md); until then
// nobody sees them, like suspended people (is_away says both). former_at marks whoever left content behind: a row without
// a name, address or way in. held_usernames keeps a name of somebody who left from being taken at once, as its digest.
// exports: archives of all that belongs to a person, made by a job, for a few days.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table email_changes (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      old_email text not null check (old_email = lower(old_email) and length(old_email) <= 254),
      new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null default now() + interval '1 day',
      changed_at timestamptz(3),
      undone_at timestamptz(3),
      check (old_email <> new_email),
      check (undone_at is null or changed_at is not null)
    );
    create unique index email_changes_waiting_key on email_changes (user_id) where changed_at is null;
    create index email_changes_user_idx on email_changes (user_id, changed_at);

    create table preferences (
      user_id uuid primary key references users on delete cascade,
      theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
      language text not null default 'auto' check (language = 'auto' or language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
      updated_at timestamptz(3) not null default now()
    );
    create trigger preferences_touch before update on preferences for each row execute function nollie_touch();

    alter table profiles
      add column leaving_at timestamptz(3),
      add column former_at timestamptz(3),
      add column is_away boolean generated always as (suspended_at is not null or leaving_at is not null) stored;
    drop index profiles_suspended_idx;
    create index profiles_away_idx on profiles (user_id) where is_away;

    create table leavings (
      user_id uuid primary key references users on delete cascade,
      content text not null check (content in ('remove', 'keep')),
      asked_at timestamptz(3) not null default now(),
      due_at timestamptz(3) not null,
      -- From then on there is no way back.
      begun_at timestamptz(3),
      check (due_at > asked_at)
    );
    create index leavings_due_idx on leavings (due_at);

    create table held_usernames (
      digest bytea primary key check (length(digest) = 32),
      free_at timestamptz(3) not null
    );
    create index held_usernames_free_idx on held_usernames (free_at);

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

    create or replace function nollie_is_suspended(who uuid) returns boolean language sql stable as
      $$ select exists (select from profiles where user_id = who and is_away) $$;
    drop trigger profiles_queue_suspension on profiles;
    create or replace function nollie_queue_suspension() returns trigger language plpgsql as $$
      declare
        step smallint := case when new.is_away then -1 else 1 end;
      begin
        insert into person_delta (user_id, counter, delta)
          select following_id, 'followers', step from follows where follower_id = new.user_id
          union all
          select follower_id, 'following', step from follows where following_id = new.user_id;
        return null;
      end $$;
    create trigger profiles_queue_away after update of suspended_at, leaving_at on profiles for each row
      when (old.is_away <> new.is_away) execute function nollie_queue_suspension();
    create or replace function nollie_leave() returns trigger language plpgsql as $$
      begin
        update profiles set suspended_at = null, leaving_at = null where user_id = old.id and is_away;
        return old;
      end $$;
  `)
    .execute(db)
}
