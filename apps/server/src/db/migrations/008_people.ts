import { type Kysely, sql } from 'kysely'
import { COUNTS } from './008_people_counts.ts'
import { TIMELINE } from './008_people_timeline.ts'

// Blocks hide two people from each other, whoever of them blocked. A follow and a block of the same two wait for each
// other (nollie_hold_pair), so that no follow survives a block, whatever the order of their commits.
const BLOCKS = `
    create table blocks (
      blocker_id uuid not null references users on delete cascade,
      blocked_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    );
    create index blocks_blocked_idx on blocks (blocked_id, blocker_id);
    create index blocks_list_idx on blocks (blocker_id, created_at desc, blocked_id desc);

    create function nollie_hold_pair(a uuid, b uuid) returns void language sql as
      $$ select pg_advisory_xact_lock(hashtextextended('pair ' || least(a, b) || ' ' || greatest(a, b), 0)) $$;

    create function nollie_check_follow() returns trigger language plpgsql as $$
      begin
        perform nollie_hold_pair(new.follower_id, new.following_id);
        if exists (select from blocks where blocker_id = new.follower_id and blocked_id = new.following_id
          or blocker_id = new.following_id and blocked_id = new.follower_id) then
          raise exception 'a block stands between them' using errcode = 'check_violation', constraint = 'follows_past_block';
        end if;
        return new;
      end $$;
    create trigger follows_check before insert on follows for each row execute function nollie_check_follow();

    create function nollie_block() returns trigger language plpgsql as $$
      begin
        perform nollie_hold_pair(new.blocker_id, new.blocked_id);
        -- In one order whoever blocks, for each of the two keeps follows of others waiting.
        delete from follows where follower_id = least(new.blocker_id, new.blocked_id)
          and following_id = greatest(new.blocker_id, new.blocked_id);
        delete from follows where follower_id = greatest(new.blocker_id, new.blocked_id)
          and following_id = least(new.blocker_id, new.blocked_id);
        return new;
      end $$;
    create trigger blocks_end_follows before insert on blocks for each row execute function nollie_block();

    -- Suspended people are few: whether somebody is one is asked at every name.
    create index profiles_suspended_idx on profiles (user_id) where suspended_at is not null;

    -- The picture of a person belongs to a post of theirs; with it, it goes.
    alter table profiles
      add column version integer not null default 1,
      add column avatar_media_id uuid references post_media (media_id) on delete set null,
      add column search_username text generated always as (nollie_fold(username)) stored,
      add column search_name text generated always as (nollie_fold(coalesce(full_name, ''))) stored,
      -- What lists of people are in the order of; short, for it travels in cursors.
      add column sort_name text generated always as (left(nollie_fold(coalesce(full_name, username)), 20)) stored;
    create index profiles_sort_name_idx on profiles (sort_name, user_id);
    create index profiles_avatar_idx on profiles (avatar_media_id) where avatar_media_id is not null;
    create index profiles_username_prefix_idx on profiles (search_username text_pattern_ops);
    create index profiles_name_prefix_idx on profiles (search_name text_pattern_ops);
    create index profiles_search_idx on profiles
      using gin ((search_username || ' ' || search_name) gin_trgm_ops);
    create index profiles_created_idx on profiles (created_at desc, user_id desc);

    create index posts_pictures_idx on posts (user_id, created_at desc, id desc) where kind = 'profile_picture';

    -- What a person did last is asked of their page.
    drop index likes_user_idx;
    create index likes_user_idx on likes (user_id, created_at desc);
    drop index comments_user_idx;
    create index comments_user_idx on comments (user_id, created_at desc);

    create function nollie_lose_avatar() returns trigger language plpgsql as
      $$ begin new.avatar_url := null; return new; end $$;
    create trigger profiles_lose_avatar before update of avatar_media_id on profiles for each row
      when (old.avatar_media_id is not null and new.avatar_media_id is null) execute function nollie_lose_avatar();`

export const up = async (db: Kysely<never>): Promise<void> => {
  for (const step of [BLOCKS, COUNTS, TIMELINE]) await sql.raw(step).execute(db)
}
