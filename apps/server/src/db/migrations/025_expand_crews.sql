-- Crews, and content shared with one of them (docs/decisions/0106-crews.md).
create table crews (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  named_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
comment on table crews is 'Named groups of people. A crew is only visible to its members.';
comment on column crews.named_by is 'The person who named it; null once their account is deleted.';

create table crew_members (
  crew_id uuid not null references crews (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'member')),
  joined_at timestamptz(3) not null default now(),
  primary key (crew_id, user_id)
);
-- Crew content checks both columns; the list of a person's crews uses the person.
create index crew_members_user_idx on crew_members (user_id, crew_id);
create unique index crew_members_owner_idx on crew_members (crew_id) where role = 'owner';
comment on table crew_members is 'Members of crews; one of them is the owner.';

create table crew_invitations (
  crew_id uuid not null references crews (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  declined_at timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (crew_id, user_id)
);
create index crew_invitations_user_idx on crew_invitations (user_id, created_at desc);
create index crew_invitations_invited_by_idx on crew_invitations (invited_by);
create index crew_invitations_created_idx on crew_invitations (created_at);
comment on table crew_invitations is
  'Invitations to crews. A declined or withdrawn one stays until it expires, so that the person is not notified '
  'again.';

alter table spots add column crew_id uuid;
comment on column spots.crew_id is 'The crew it is shared with, or that sees it exactly.';
create index spots_crew_idx on spots (crew_id, created_at desc, id desc) where crew_id is not null;
alter table spots drop constraint spots_audience_check;
alter table spots add constraint spots_audience_check
  check (audience in ('everybody', 'members', 'mutuals', 'crew', 'only_me')) not valid;
-- A crew can also be the group that sees a spot exactly, and before it opens.
alter table spots drop constraint spots_exact_for_check;
alter table spots add constraint spots_exact_for_check check (exact_for in ('members', 'mutuals', 'crew', 'only_me')
  and (audience <> 'mutuals' or exact_for in ('mutuals', 'only_me')) and (audience <> 'crew' or exact_for in ('crew', 'only_me'))
  and (audience <> 'only_me' or exact_for = 'only_me')) not valid;
alter table spots drop constraint spots_opens_check;
alter table spots add constraint spots_opens_check check (
  (opens_at is null) = (opens_to is null) and opens_to in ('everybody', 'members', 'mutuals', 'crew', 'only_me')
  and (opens_at is null or audience = exact_for)) not valid;
alter table spots add constraint spots_crew_named
  check (('crew' in (audience, exact_for, coalesce(opens_to, ''))) = (crew_id is not null)) not valid;
-- A person who shares something with a crew is a member of it.
alter table spots add constraint spots_crew_of_creator
  foreign key (crew_id, created_by) references crew_members (crew_id, user_id) not valid;

alter table posts add column audience text not null default 'everybody';
alter table posts add column crew_id uuid;
comment on column posts.audience is 'The audience of a post without a spot; a post at a spot has the spot''s audience.';
comment on column posts.crew_id is 'The crew it is shared with, whose members can see it.';
create index posts_crew_idx on posts (crew_id, created_at desc, id desc) where crew_id is not null;
alter table posts add constraint posts_audience_check check (audience in ('everybody', 'crew', 'only_me')) not valid;
alter table posts add constraint posts_crew_named check ((audience = 'crew') = (crew_id is not null)) not valid;
-- People's post counts, covers, galleries, and sums of spots exclude posts with a limited audience.
alter table posts add constraint posts_audience_apart
  check (audience = 'everybody' or spot_id is null and not is_counted) not valid;
alter table posts add constraint posts_crew_of_author
  foreign key (crew_id, user_id) references crew_members (crew_id, user_id) not valid;

create function nollie_close_for_crew() returns trigger language plpgsql as $$
  begin
    update spots set crew_id = null, version = version + 1,
        audience = case audience when 'crew' then 'only_me' else audience end,
        exact_for = case exact_for when 'crew' then 'only_me' else exact_for end,
        opens_to = case opens_to when 'crew' then 'only_me' else opens_to end
      where crew_id = old.crew_id and created_by = old.user_id;
    update posts set audience = 'only_me', crew_id = null, version = version + 1
      where crew_id = old.crew_id and user_id = old.user_id;
    return old;
  end $$;
comment on function nollie_close_for_crew() is
  'Restricts content shared with a crew to its author once they leave the crew. In the database because members are '
  'also removed by foreign keys.';
create trigger crew_members_close before delete on crew_members for each row execute function nollie_close_for_crew();
comment on trigger crew_members_close on crew_members is
  'Content that a former member shared with a crew becomes private.';

create function nollie_follow_crew_owner() returns trigger language plpgsql as $$
  declare
    next uuid;
  begin
    if not exists (select from crews where id = old.crew_id for update) then
      return null;
    end if;
    if not exists (select from crew_members where crew_id = old.crew_id) then
      delete from crews where id = old.crew_id;
    elsif old.role = 'owner' then
      select m.user_id into next from crew_members m join profiles p using (user_id)
        where m.crew_id = old.crew_id order by p.is_hidden, m.joined_at, m.user_id limit 1;
      update crew_members set role = 'owner' where crew_id = old.crew_id and user_id = next;
    end if;
    return null;
  end $$;
comment on function nollie_follow_crew_owner() is
  'Makes the oldest member the owner after the owner leaves; deletes a crew without members. In the database because '
  'members are also removed by foreign keys.';
create trigger crew_members_follow after delete on crew_members for each row execute function nollie_follow_crew_owner();
comment on trigger crew_members_follow on crew_members is 'A crew has an owner, or is deleted.';

create function nollie_pass_on_crews() returns trigger language plpgsql as $$
  declare
    owned record;
  begin
    for owned in
      select m.crew_id, (
        select other.user_id from crew_members other join profiles p using (user_id)
        where other.crew_id = m.crew_id and other.user_id <> new.user_id and not p.is_hidden
        order by other.joined_at, other.user_id limit 1) as next
      from crew_members m join crews c on c.id = m.crew_id
      where m.user_id = new.user_id and m.role = 'owner' order by m.crew_id for update of c
    loop
      if owned.next is not null then
        update crew_members set role = 'member' where crew_id = owned.crew_id and user_id = new.user_id;
        update crew_members set role = 'owner' where crew_id = owned.crew_id and user_id = owned.next;
      end if;
    end loop;
    return null;
  end $$;
comment on function nollie_pass_on_crews() is
  'Makes the oldest member who is not hidden the owner of the crews of a person who is hidden. In the database '
  'because several modules hide people.';
create trigger profiles_pass_on_crews after update on profiles for each row
  when (new.is_hidden and not old.is_hidden) execute function nollie_pass_on_crews();
comment on trigger profiles_pass_on_crews on profiles is
  'A suspended or departing person never owns a crew with other members.';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation')) not valid;
