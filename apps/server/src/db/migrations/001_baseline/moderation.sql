-- Reports, decisions, and appeals (docs/decisions/0030-moderation.md).

create table report_cases (
  id uuid primary key,
  kind text not null check (kind in ('spot', 'post', 'comment', 'user', 'message', 'discussion')),
  -- The target. Deleting it sets its id to null; its kind and owner stay for the decision.
  spot_id uuid references spots on delete set null,
  post_id uuid references posts on delete set null,
  comment_id uuid references comments on delete set null,
  message_id uuid references messages on delete set null,
  discussion_id uuid references discussions on delete set null,
  reported_id uuid references users on delete set null,
  owner_id uuid references users on delete set null,
  -- Its text at the time of the report.
  words text not null check (length(words) <= 5000),
  status text not null default 'open' check (status in ('open', 'closed')),
  reports_count integer not null default 0 check (reports_count >= 0),
  created_at timestamptz(3) not null default now(),
  constraint report_cases_one_subject
    check (num_nonnulls(spot_id, post_id, comment_id, message_id, discussion_id, reported_id) <= 1),
  check (spot_id is null or kind = 'spot'),
  check (post_id is null or kind = 'post'),
  check (comment_id is null or kind = 'comment'),
  check (message_id is null or kind = 'message'),
  check (discussion_id is null or kind = 'discussion'),
  check (reported_id is null or kind = 'user')
);
create unique index report_cases_spot_key on report_cases (spot_id) where status = 'open';
create unique index report_cases_post_key on report_cases (post_id) where status = 'open';
create unique index report_cases_comment_key on report_cases (comment_id) where status = 'open';
create unique index report_cases_message_key on report_cases (message_id) where status = 'open';
create unique index report_cases_discussion_key on report_cases (discussion_id) where status = 'open';
create unique index report_cases_reported_key on report_cases (reported_id) where status = 'open';
create index report_cases_owner_idx on report_cases (owner_id);
create index report_cases_open_idx on report_cases (created_at) where status = 'open';
create index report_cases_closed_idx on report_cases (created_at desc, id desc) where status = 'closed';
comment on table report_cases is 'All reports about one target until they are decided.';

create table reports (
  id uuid primary key,
  case_id uuid not null references report_cases on delete cascade,
  reporter_id uuid references users on delete set null,
  -- Notices from people without an account are answered by email.
  notice_name text check (length(notice_name) between 1 and 100),
  notice_email text check (length(notice_email) between 3 and 254),
  report_type text not null check (report_type in ('spam', 'inappropriate', 'harassment', 'wrong_information',
    'dangerous_or_private_place', 'other')),
  description text check (length(description) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  unique (case_id, reporter_id),
  check (notice_email is null or reporter_id is null),
  check ((notice_name is null) = (notice_email is null))
);
create unique index reports_notice_key on reports (case_id, lower(notice_email)) where notice_email is not null;
create index reports_reporter_idx on reports (reporter_id, created_at desc);
comment on table reports is 'A person''s report in a case.';

create table moderation_decisions (
  id uuid primary key,
  case_id uuid not null unique references report_cases on delete cascade,
  admin_id uuid references users on delete set null,
  action text not null check (action in ('keep', 'hide', 'remove', 'warn', 'suspend')),
  reason text not null check (length(reason) between 1 and 2000),
  -- False if the person was already suspended.
  took_effect boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create index moderation_decisions_admin_idx on moderation_decisions (admin_id);
comment on table moderation_decisions is 'The decision of a case, at most one.';

create table appeals (
  decision_id uuid primary key references moderation_decisions on delete cascade,
  words text not null check (length(words) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  outcome text check (outcome in ('upheld', 'reversed')),
  answer text check (length(answer) between 1 and 2000),
  admin_id uuid references users on delete set null,
  answered_at timestamptz(3),
  check (num_nulls(outcome, answer, answered_at) in (0, 3))
);
create index appeals_admin_idx on appeals (admin_id);
create index appeals_open_idx on appeals (created_at, decision_id) where outcome is null;
comment on table appeals is 'The author''s appeal against a decision, and the response.';

create table moderation_log (
  id bigint generated always as identity primary key,
  admin_id uuid references users on delete set null,
  act text not null check (act in ('decided', 'deleted', 'restored', 'suspended', 'let_in', 'upheld', 'reversed')),
  case_id uuid references report_cases on delete set null,
  user_id uuid references users on delete set null,
  action text check (action in ('keep', 'hide', 'remove', 'warn', 'suspend')),
  reason text not null check (length(reason) <= 2000),
  created_at timestamptz(3) not null default now(),
  check ((act = 'decided') = (action is not null))
);
create index moderation_log_admin_idx on moderation_log (admin_id);
create index moderation_log_case_idx on moderation_log (case_id);
create index moderation_log_user_idx on moderation_log (user_id);
comment on table moderation_log is 'The audit log of moderators'' actions.';

create function nollie_refuse_log_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and (old.id, old.act, old.action, old.reason, old.created_at)
      is not distinct from (new.id, new.act, new.action, new.reason, new.created_at)
      and (new.admin_id is null or new.admin_id is not distinct from old.admin_id)
      and (new.case_id is null or new.case_id is not distinct from old.case_id)
      and (new.user_id is null or new.user_id is not distinct from old.user_id)
    then return new; end if;
    raise exception 'the moderation log is never changed' using errcode = '23001';
  end $$;
comment on function nollie_refuse_log_change() is
  'Rejects every change of the audit log, except a foreign key that sets a reference to null when an account is '
  'deleted: a constraint that no code can bypass by mistake.';
create trigger moderation_log_is_final before update or delete on moderation_log for each row
  execute function nollie_refuse_log_change();
comment on trigger moderation_log_is_final on moderation_log is 'Rows of the log are never changed or deleted.';
