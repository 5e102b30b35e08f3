-- Named lists of spots (docs/decisions/0110-lists.md).
create table lists (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  description text check (length(description) between 1 and 500),
  visibility text not null default 'private' check (visibility in ('private', 'crew', 'link', 'public')),
  crew_id uuid,
  link text unique check (link ~ '^[0-9a-f]{32}$'),
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((visibility = 'link') = (link is not null)),
  check ((visibility = 'crew') = (crew_id is not null)),
  foreign key (crew_id, user_id) references crew_members (crew_id, user_id)
);
create index lists_user_idx on lists (user_id, updated_at desc, id desc);
create index lists_crew_idx on lists (crew_id, updated_at desc, id desc) where crew_id is not null;
comment on table lists is 'Named lists of spots; bookmarked spots are in saved_spots.';
comment on column lists.link is
  'The secret part of its URL while it is shared by link; replacing it invalidates the old link.';
comment on column lists.crew_id is
  'The crew whose members can read it, and add and remove spots. Its owner is a member.';
comment on column lists.hidden_at is 'When moderators hid it from everyone except its owner.';

create table list_spots (
  list_id uuid not null references lists (id) on delete cascade,
  spot_id uuid not null references spots (id) on delete cascade,
  position integer not null check (position >= 0),
  note text check (length(note) between 1 and 300),
  added_at timestamptz(3) not null default now(),
  primary key (list_id, spot_id)
);
create index list_spots_spot_idx on list_spots (spot_id);
comment on table list_spots is 'The spots of lists. Each reader sees the ones visible to them.';
comment on column list_spots.position is
  'Its place in the list. If two are briefly equal, the one added first comes first.';

alter table report_cases add column list_id uuid references lists on delete set null;
alter table report_cases drop constraint report_cases_kind_check;
alter table report_cases add constraint report_cases_kind_check
  check (kind in ('spot', 'post', 'comment', 'user', 'message', 'discussion', 'bulletin', 'list')) not valid;
alter table report_cases drop constraint report_cases_one_subject;
alter table report_cases add constraint report_cases_one_subject
  check (num_nonnulls(spot_id, post_id, comment_id, message_id, discussion_id, bulletin_id, list_id, reported_id) <= 1) not valid;
alter table report_cases add constraint report_cases_list_check check (list_id is null or kind = 'list') not valid;
create unique index report_cases_list_key on report_cases (list_id) where status = 'open';

create function nollie_close_lists_for_crew() returns trigger language plpgsql as $$
  begin
    update lists set visibility = 'private', crew_id = null where crew_id = old.crew_id and user_id = old.user_id;
    return old;
  end $$;
comment on function nollie_close_lists_for_crew() is
  'Makes lists private that a person shared with a crew they have left. In the database because members are also '
  'removed by foreign keys.';
create trigger crew_members_close_lists before delete on crew_members
  for each row execute function nollie_close_lists_for_crew();
comment on trigger crew_members_close_lists on crew_members is
  'Content that a former member shared with a crew becomes private.';
