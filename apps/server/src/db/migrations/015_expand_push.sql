-- Whether new messages in this conversation are silent on the person's devices.
alter table message_sides add column is_muted boolean not null default false;

create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null unique references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  language text not null check (length(language) <= 10),
  created_at timestamptz(3) not null default now()
);
create index push_devices_user_idx on push_devices (user_id);
comment on table push_devices is 'Browsers that show notifications while Nollie is closed, at most one per session.';
comment on column push_devices.endpoint is 'The URL of the browser''s push service (RFC 8030).';
comment on column push_devices.p256dh is 'The public key of the browser, in base64url (RFC 8291).';
comment on column push_devices.auth is 'The secret it shares with this server, in base64url (RFC 8291).';

create table push_settings (
  user_id uuid primary key references users (id) on delete cascade,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  time_zone text check (length(time_zone) <= 60),
  shows_text boolean not null default true,
  muted text[] not null default '{}',
  check (num_nonnulls(quiet_from, quiet_until, time_zone) in (0, 3)),
  check (quiet_from <> quiet_until)
);
comment on table push_settings is
  'When and what a person''s devices show while Nollie is closed; without a row, everything.';
comment on column push_settings.quiet_from is
  'Minutes after midnight in time_zone; quiet_until can be on the next day.';
comment on column push_settings.muted is 'Muted types of notifications, and message.';

create table push_queue (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  notification_id uuid,
  message_id uuid,
  due_at timestamptz(3) not null,
  check (num_nonnulls(notification_id, message_id) = 1)
);
create index push_queue_due_idx on push_queue (due_at);
create index push_queue_user_idx on push_queue (user_id);
comment on table push_queue is 'Pending push notifications for people''s devices, filled by triggers.';
create trigger push_queue_signal after insert on push_queue for each statement execute function nollie_signal_work();
comment on trigger push_queue_signal on push_queue is 'Due rows become jobs.';

-- The delay of a few seconds drops rows that are read immediately; many likes in a minute are one message.
create function nollie_push_due(type text) returns timestamptz language sql stable as $$
  select clock_timestamp() + case when type in ('like', 'comment_like', 'follow') then interval '60 s' else interval '3 s' end
$$;
comment on function nollie_push_due(text) is 'When a person''s devices show a notification of this type.';

create function nollie_queue_pushes() returns trigger language plpgsql as $$
  begin
    insert into push_queue (user_id, notification_id, due_at)
      select n.user_id, n.id, nollie_push_due(n.type) from added n
      where exists (select from push_devices d where d.user_id = n.user_id)
      order by n.user_id;
    return null;
  end $$;
comment on function nollie_queue_pushes() is
  'Queues notifications for people with devices, whichever statement inserts them.';

create function nollie_queue_renewed_pushes() returns trigger language plpgsql as $$
  begin
    insert into push_queue (user_id, notification_id, due_at)
      select n.user_id, n.id, nollie_push_due(n.type) from changed n join before b on b.id = n.id
      where n.created_at > b.created_at and n.read_at is null
        and exists (select from push_devices d where d.user_id = n.user_id)
      order by n.user_id;
    return null;
  end $$;
comment on function nollie_queue_renewed_pushes() is
  'Queues entries that became unread again because of a new comment.';

create function nollie_queue_message_pushes() returns trigger language plpgsql as $$
  begin
    insert into push_queue (user_id, message_id, due_at)
      select side.user_id, m.id, nollie_push_due('message')
      from added m join message_sides side on side.thread_id = m.thread_id and side.user_id <> m.user_id
      where side.accepted and not side.is_muted
        and exists (select from push_devices d where d.user_id = side.user_id)
      order by side.user_id;
    return null;
  end $$;
comment on function nollie_queue_message_pushes() is
  'Queues messages in conversations that their recipient accepted; requests are notifications.';

create trigger notifications_queue_pushes after insert on notifications
  referencing new table as added for each statement execute function nollie_queue_pushes();
comment on trigger notifications_queue_pushes on notifications is 'Devices show new notifications.';
create trigger notifications_queue_renewed_pushes after update on notifications
  referencing old table as before new table as changed for each statement execute function nollie_queue_renewed_pushes();
comment on trigger notifications_queue_renewed_pushes on notifications is 'Devices show entries that are new again.';
create trigger messages_queue_pushes after insert on messages
  referencing new table as added for each statement execute function nollie_queue_message_pushes();
comment on trigger messages_queue_pushes on messages is 'Devices show new messages.';
