-- Meetups: people who skate at a spot at an announced time (docs/decisions/0143-meetups.md). Screens call them sessions.
create table meetups (
  id uuid primary key,
  spot_id uuid not null references spots (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  note text check (length(note) between 1 and 300),
  tags text[] not null default '{}',
  audience text not null default 'mutuals' check (audience in ('members', 'mutuals', 'crew')),
  crew_id uuid,
  people_max smallint check (people_max between 2 and 100),
  canceled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint meetups_length check (ends_at > starts_at and ends_at - starts_at <= interval '12 hours'),
  -- An hour more than the form allows, for clocks that differ.
  constraint meetups_ahead check (starts_at - updated_at <= interval '14 days 1 hour'),
  constraint meetups_tags_known check (array_position(tags, null) is null and cardinality(tags) <= 7
    and tags <@ array['beginners', 'women', 'wcmx', 'filming', 'build', 'contest', 'lesson']),
  constraint meetups_crew_named check ((audience = 'crew') = (crew_id is not null)),
  -- A host who leaves the crew takes the meetup along.
  constraint meetups_crew_of_host foreign key (crew_id, user_id) references crew_members (crew_id, user_id) on delete cascade
);
create index meetups_spot_idx on meetups (spot_id, ends_at);
create index meetups_user_idx on meetups (user_id, ends_at);
create index meetups_crew_idx on meetups (crew_id, user_id) where crew_id is not null;
create index meetups_ends_idx on meetups (ends_at);
comment on table meetups is
  'Announced times at which people meet at a spot. Deleted an hour after their end, so that there is no history of where '
  'people were.';
comment on column meetups.tags is 'Who it is for, and what happens, without duplicates.';
comment on column meetups.people_max is 'How many people can be in, including the host; null for the general limit.';
comment on column meetups.canceled_at is 'When its host canceled it. Guests can still open it, so that they learn of it.';
comment on column meetups.updated_at is 'When its host created or changed it. Answers of guests don''t count.';

create table meetup_guests (
  meetup_id uuid not null references meetups (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  answer text not null check (answer in ('in', 'maybe')),
  answered_at timestamptz(3) not null default now(),
  primary key (meetup_id, user_id)
);
create index meetup_guests_user_idx on meetup_guests (user_id);
comment on table meetup_guests is 'Who joins a meetup, or might. The host is always in, without a row.';

create function exactly_visible_spots(viewer uuid) returns setof spots language sql stable parallel safe as $$
  select s.* from public.visible_spots(viewer) s
  where s.precision = 'exact'
    or exists (select from public.exactly_known_spots(viewer) known where known.id = s.id offset 0)
$$;
comment on function exactly_visible_spots(uuid) is
  'Spots in visible_spots whose exact position a viewer (null: a visitor) can see: it is exact for everyone, or the spot '
  'is in exactly_known_spots.';

create function visible_meetups(viewer uuid) returns setof meetups language sql stable parallel safe as $$
  select m.* from public.meetups m
  where m.ends_at > now() - interval '1 hour'
    and (m.user_id = viewer
      or (m.audience = 'members' and viewer is not null
          or m.audience = 'mutuals'
            and exists (select from public.follows f where f.follower_id = viewer and f.following_id = m.user_id)
            and exists (select from public.follows f where f.follower_id = m.user_id and f.following_id = viewer)
          or m.audience = 'crew'
            and exists (select from public.crew_members member where member.crew_id = m.crew_id and member.user_id = viewer))
        and exists (select from public.visible_people(viewer) host where host.user_id = m.user_id offset 0))
    and exists (select from public.exactly_visible_spots(viewer) s where s.id = m.spot_id offset 0)
    and exists (select from public.exactly_visible_spots(m.user_id) s where s.id = m.spot_id offset 0)
$$;
comment on function visible_meetups(uuid) is
  'Meetups until an hour after their end: the viewer''s own, and those by someone in visible_people whose audience '
  'includes the viewer. The spot is in exactly_visible_spots of the viewer and of the host: if a host loses the spot, '
  'the meetup disappears for everyone. Visitors (null) see none.';

create function visible_meetup_guests(viewer uuid) returns setof meetup_guests language sql stable parallel safe as $$
  select g.* from public.meetup_guests g
  where exists (select from public.visible_people(viewer) who where who.user_id = g.user_id offset 0)
    and exists (select from public.visible_meetups(g.user_id) m where m.id = g.meetup_id offset 0)
$$;
comment on function visible_meetup_guests(uuid) is
  'Guests in visible_people who can still see the meetup themselves (visible_meetups). Doesn''t check whether the viewer '
  'can see it.';

alter table notifications add column meetup_id uuid references meetups on delete cascade;
create index notifications_meetup_idx on notifications (meetup_id) where meetup_id is not null;
comment on column notifications.meetup_id is 'Deletes the notification with its meetup.';
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near', 'spot_state', 'crew_invitation', 'spot_merged', 'area_changes', 'saved_spot_state',
  'list_spots', 'meetup_joined', 'meetup_changed')) not valid;
alter table notifications add constraint notifications_meetup_named
  check ((type in ('meetup_joined', 'meetup_changed')) = (meetup_id is not null)
    and (meetup_id is null or target_id = meetup_id)) not valid;

alter table report_cases add column meetup_id uuid references meetups on delete set null;
create unique index report_cases_meetup_key on report_cases (meetup_id) where status = 'open';
alter table report_cases drop constraint report_cases_kind_check;
alter table report_cases add constraint report_cases_kind_check check (kind in ('spot', 'post', 'comment', 'user', 'message',
  'discussion', 'bulletin', 'list', 'crew', 'meetup')) not valid;
alter table report_cases drop constraint report_cases_one_subject;
alter table report_cases add constraint report_cases_one_subject check (num_nonnulls(spot_id, post_id, comment_id, message_id,
  discussion_id, bulletin_id, list_id, crew_id, meetup_id, reported_id) <= 1) not valid;
alter table report_cases add constraint report_cases_meetup_kind check (meetup_id is null or kind = 'meetup') not valid;

create or replace function has_visible_target(viewer uuid, n notifications) returns setof boolean
  language sql stable parallel safe as $$
  select true
  where (n.post_id is null or (select true from public.visible_posts(viewer) p where p.id = n.post_id))
    and (n.discussion_id is null
      or (select true from public.visible_discussions(viewer) d where d.id = n.discussion_id))
    and case n.type
      when 'spot_near' then exists (select from public.spots_near near
        join public.visible_new_spots(viewer) s on s.id = near.spot_id where near.notification_id = n.id offset 0)
      when 'area_changes' then exists (select from public.visible_area_updates(viewer) up
        where up.notification_id = n.id offset 0)
      when 'list_spots' then exists (
        select from public.notified_list_spots(viewer, n.target_id, n.created_at, n.day) offset 0)
      when 'meetup_joined' then exists (select from public.visible_meetups(viewer) m where m.id = n.meetup_id offset 0)
      when 'meetup_changed' then exists (select from public.visible_meetups(viewer) m where m.id = n.meetup_id offset 0)
      when 'spot_state' then exists (select from public.spots s where s.id = n.spot_id and s.deleted_at is null)
      when 'saved_spot_state' then exists (select from public.visible_spots(viewer) s where s.id = n.spot_id offset 0)
      else true end
$$;

create or replace function notifications_by_visible_people(viewer uuid) returns setof notifications
  language sql stable parallel safe as $$
  select n.* from public.notifications n
  where n.user_id = viewer
    and (n.from_user_id is null
      or n.from_user_id <> all (array(select b from public.blocked_people(viewer) b))
        and n.from_user_id <> all (array(select m from public.muted_people(viewer) m))
        and not exists (select from public.profiles actor where actor.user_id = n.from_user_id and actor.is_hidden)
        and case n.type
          when 'like' then exists (select from public.likes cause where cause.post_id = n.post_id
              and cause.media_index = n.media_index and cause.user_id between n.from_user_id and n.from_user_id
              and (cause.created_at at time zone 'UTC')::date <= n.day)
            or exists (select from public.discussion_likes cause where cause.discussion_id = n.discussion_id
              and cause.user_id = n.from_user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'follow' then exists (select from public.follows cause where cause.follower_id = n.from_user_id
            and cause.following_id = n.user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'comment_like' then exists (select from public.comment_likes cause where cause.comment_id = n.comment_id
            and cause.user_id = n.from_user_id and (cause.created_at at time zone 'UTC')::date <= n.day)
          when 'crew_invitation' then exists (select from public.crew_invitations cause
            where cause.crew_id = n.target_id and cause.user_id = n.user_id
              and cause.declined_at is null and cause.withdrawn_at is null)
          when 'meetup_joined' then exists (select from public.visible_meetup_guests(viewer) cause
            where cause.meetup_id = n.meetup_id and cause.user_id = n.from_user_id and cause.answer = 'in'
              and (cause.answered_at at time zone 'UTC')::date <= n.day)
          else true end)
    and (n.comment_id is null
      or not exists (select from public.comments c where c.id = n.comment_id and c.hidden_at is not null)
        and (n.type not in ('comment', 'discussion_comment', 'mention') or coalesce((
          select above.user_id <> all (array(select b from public.blocked_people(viewer) b))
            and not exists (select from public.profiles author where author.user_id = above.user_id and author.is_hidden)
          from public.comments c join public.comments above on above.id = c.parent_comment_id
          where c.id = n.comment_id), true)))
$$;
comment on function notifications_by_visible_people(uuid) is
  'A person''s notifications from people they can see and don''t mute. The like, follow, invitation, or answer that caused one must still exist: '
  'the row outlives it, so that liking again on the same date doesn''t insert a second row, and a like from a later date '
  'doesn''t count. A comment must not be hidden, nor reply to someone the person can''t see, unless it replies to them. '
  'Doesn''t check the target.';
