-- Blocks between people (docs/decisions/0018-blocks.md).

create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked_idx on blocks (blocked_id, blocker_id);
create index blocks_list_idx on blocks (blocker_id, created_at desc, blocked_id desc);
comment on table blocks is 'A block hides two people from each other, regardless of who blocked.';

create function nollie_end_follows_of_pair() returns trigger language plpgsql as $$
  begin
    perform nollie_lock_pair(new.blocker_id, new.blocked_id);
    -- In a fixed order: deleting both in one statement could deadlock with other follows between the two.
    delete from follows where follower_id = least(new.blocker_id, new.blocked_id)
      and following_id = greatest(new.blocker_id, new.blocked_id);
    delete from follows where follower_id = greatest(new.blocker_id, new.blocked_id)
      and following_id = least(new.blocker_id, new.blocked_id);
    return new;
  end $$;
comment on function nollie_end_follows_of_pair() is
  'Deletes the follows between two people when one blocks the other. With nollie_check_follow it enforces that '
  'blocks and follows exclude each other.';
create trigger blocks_end_follows before insert on blocks for each row execute function nollie_end_follows_of_pair();
comment on trigger blocks_end_follows on blocks is 'A block ends follows in both directions.';
