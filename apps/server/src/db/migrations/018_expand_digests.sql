create table digest_settings (
  user_id uuid primary key references users (id) on delete cascade,
  time_zone text not null default 'UTC' check (length(time_zone) <= 60),
  digest_due_at timestamptz(3),
  digest_queued_at timestamptz(3),
  digest_begun uuid,
  places_since timestamptz(3),
  places_notified_at timestamptz(3)
);
create index digest_settings_due_idx on digest_settings (digest_due_at) where digest_due_at is not null;
comment on table digest_settings is
  'Opt-in notifications that don''t result from another person''s action; none without a row.';
comment on column digest_settings.time_zone is 'The person''s IANA time zone, for their Monday morning.';
comment on column digest_settings.digest_due_at is 'When the next weekly email is due; null if it is off.';
comment on column digest_settings.digest_queued_at is
  'When the last one was due, so that a person who changes time zones doesn''t get it twice.';
comment on column digest_settings.digest_begun is
  'The email that is being sent, so that a killed process doesn''t send it twice.';
comment on column digest_settings.places_since is
  'Since when new spots near saved ones are notified; null if they are not.';
comment on column digest_settings.places_notified_at is 'When they were last notified; at most once a day.';

create table new_spots (
  spot_id uuid primary key references spots (id) on delete cascade
);
comment on table new_spots is 'Newly shared spots, until they have been compared with saved spots nearby.';
create trigger new_spots_signal after insert on new_spots for each statement execute function nollie_signal_work();
comment on trigger new_spots_signal on new_spots is 'New spots are compared with saved spots.';

create table spots_near (
  user_id uuid not null references users (id) on delete cascade,
  spot_id uuid not null references spots (id) on delete cascade,
  added_at timestamptz(3) not null default now(),
  notification_id uuid references notifications (id) on delete cascade,
  primary key (user_id, spot_id)
);
create index spots_near_spot_idx on spots_near (spot_id);
create index spots_near_notification_idx on spots_near (notification_id) where notification_id is not null;
create index spots_near_waiting_idx on spots_near (added_at) where notification_id is null;
comment on table spots_near is
  'New spots near a person''s saved ones, if they asked to be notified, and the notification that covered them.';

create function nollie_queue_new_spots() returns trigger language plpgsql as $$
  begin
    if exists (select from digest_settings) then
      insert into new_spots (spot_id) select id from added where created_by is not null and source is null
        on conflict do nothing;
    end if;
    return null;
  end $$;
comment on function nollie_queue_new_spots() is
  'Queues newly shared spots, except imported ones, once anyone has asked to be notified.';
create trigger spots_queue_new after insert on spots
  referencing new table as added for each statement execute function nollie_queue_new_spots();
comment on trigger spots_queue_new on spots is 'Notifies people who saved spots nearby.';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends notifications about reports, removed and new spots, and recoveries, people send all others.
alter table notifications add constraint notifications_sender check (
  (from_user_id is null) = (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near'))) not valid;
alter table notifications add constraint notifications_spot_near_named
  check (type <> 'spot_near' or target_id = user_id) not valid;

-- Native apps have an address at their platform's push service, which is reached through a relay and has no keys.
alter table push_devices add column platform text check (platform in ('android', 'ios'));
alter table push_devices drop constraint push_devices_p256dh_check;
alter table push_devices drop constraint push_devices_auth_check;
alter table push_devices add constraint push_devices_p256dh_check check (
  length(p256dh) = case when platform is null then 87 else 0 end) not valid;
alter table push_devices add constraint push_devices_auth_check check (
  length(auth) = case when platform is null then 22 else 0 end) not valid;
comment on column push_devices.platform is
  'The platform of a native app; null for a browser. The endpoint is then the app''s push token.';

alter table preferences add column last_language text check (last_language ~ '^[a-z]{2}(-[A-Z]{2})?$');
comment on column preferences.last_language is
  'The language of the page where the person last signed in: the language of their emails if they chose none.';
