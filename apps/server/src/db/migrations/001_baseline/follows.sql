-- Follows between people.

create function nollie_lock_pair(a uuid, b uuid) returns void language sql as
  $$ select pg_advisory_xact_lock(hashtextextended('pair ' || least(a, b) || ' ' || greatest(a, b), 0)) $$;
comment on function nollie_lock_pair(uuid, uuid) is
  'Locks a pair of people until the end of the transaction. A follow and a block of the same two people wait for '
  'each other, so that no follow survives a block, whichever commits first.';

create table follows (
  id uuid not null,
  follower_id uuid not null references users on delete cascade,
  following_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_following_idx on follows (following_id, created_at desc);
comment on table follows is 'Follows. The counts are in people.sql, the followed feed in timelines.sql.';

create function nollie_check_follow() returns trigger language plpgsql as $$
  begin
    perform nollie_lock_pair(new.follower_id, new.following_id);
    if exists (select from blocks where blocker_id = new.follower_id and blocked_id = new.following_id
      or blocker_id = new.following_id and blocked_id = new.follower_id) then
      raise exception 'a block stands between them'
        using errcode = 'check_violation', constraint = 'follows_past_block';
    end if;
    return new;
  end $$;
comment on function nollie_check_follow() is
  'Rejects a follow between people with a block: a constraint over two tables.';
create trigger follows_check before insert on follows for each row execute function nollie_check_follow();
comment on trigger follows_check on follows is 'No follow between people with a block, regardless of who blocked.';
