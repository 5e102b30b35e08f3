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
comment on table digest_settings is 'What a person asked to be notified without anybody having done anything to them; without a row, nothing.';
comment on column digest_settings.time_zone is 'Where the person is, as the IANA names it: their Monday morning is meant.';
comment on column digest_settings.digest_due_at is 'When the next weekly mail is due; null: they want none.';
comment on column digest_settings.digest_queued_at is 'When the last one was due: who moves to another time zone gets none twice.';
comment on column digest_settings.digest_begun is 'The mail that is being sent: whoever was killed meanwhile does not send it twice.';
comment on column digest_settings.places_since is 'Since when new spots near saved ones are notified; null: they are not.';
comment on column digest_settings.places_notified_at is 'When they were notified last: once a day at most.';

create table new_spots (
  spot_id uuid primary key references spots (id) on delete cascade
);
comment on table new_spots is 'Spots that people shared a moment ago, until it is known near whose saved spots they are.';
create trigger new_spots_signal after insert on new_spots for each statement execute function nollie_signal_work();
comment on trigger new_spots_signal on new_spots is 'They are compared with saved spots.';

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
comment on table spots_near is 'New spots near those that somebody saved who asked to be notified, and with which notification they were.';

create function nollie_queue_new_spots() returns trigger language plpgsql as $$
  begin
    if exists (select from digest_settings) then
      insert into new_spots (spot_id) select id from added where created_by is not null and source is null
        on conflict do nothing;
    end if;
    return null;
  end $$;
comment on function nollie_queue_new_spots() is 'Queues spots that people share, not those of an import, once anybody asked to be notified.';
create trigger spots_queue_new after insert on spots
  referencing new table as added for each statement execute function nollie_queue_new_spots();
comment on trigger spots_queue_new on spots is 'Whoever saved spots nearby is notified.';

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
  'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment', 'comment_removed',
  'account_recovery', 'spot_near')) not valid;
alter table notifications drop constraint notifications_sender;
-- Nollie itself sends those of reports, removed and new spots and recoveries, people all others.
alter table notifications add constraint notifications_sender check (
  (from_user_id is null) = (type in ('report_outcome', 'spot_removed', 'account_recovery', 'spot_near'))) not valid;
alter table notifications add constraint notifications_spot_near_named
  check (type <> 'spot_near' or target_id = user_id) not valid;

-- Native apps have an address at the service of their maker, which is reached through a relay and has no keys.
alter table push_devices add column platform text check (platform in ('android', 'ios'));
alter table push_devices drop constraint push_devices_p256dh_check;
alter table push_devices drop constraint push_devices_auth_check;
alter table push_devices add constraint push_devices_p256dh_check check (
  length(p256dh) = case when platform is null then 87 else 0 end) not valid;
alter table push_devices add constraint push_devices_auth_check check (
  length(auth) = case when platform is null then 22 else 0 end) not valid;
comment on column push_devices.platform is 'Of a native app; null for a browser. Its endpoint is the token of the app there.';

alter table preferences add column last_language text check (last_language ~ '^[a-z]{2}(-[A-Z]{2})?$');
comment on column preferences.last_language is 'Of the page where the person signed in last: mails are in it where they chose none.';
