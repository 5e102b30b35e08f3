import { type Kysely, sql } from 'kysely'

// What moderators decide, once per case, and a log of what they do that nobody can change.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    -- People without an account can say that something should not be here; they are answered by mail.
    alter table reports
      add column notice_name text check (length(notice_name) between 1 and 100),
      add column notice_email text check (length(notice_email) between 3 and 254),
      add check (notice_email is null or reporter_id is null),
      add check ((notice_name is null) = (notice_email is null));
    create unique index reports_notice_key on reports (case_id, lower(notice_email)) where notice_email is not null;

    create table moderation_decisions (
      id uuid primary key,
      case_id uuid not null unique references report_cases on delete cascade,
      admin_id uuid references users on delete set null,
      action text not null check (action in ('keep', 'hide', 'remove', 'warn', 'suspend')),
      reason text not null check (length(reason) between 1 and 2000),
      -- False where somebody was shut out already.
      took_effect boolean not null default true,
      created_at timestamptz(3) not null default now()
    );
    create index moderation_decisions_admin_idx on moderation_decisions (admin_id);
    create index report_cases_closed_idx on report_cases (created_at desc, id desc) where status = 'closed';

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

    create table moderation_log (
      id bigint generated always as identity primary key,
      admin_id uuid references users on delete set null,
      act text not null check (act in ('decided', 'suspended', 'let_in', 'upheld', 'reversed')),
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

    -- A foreign key may empty a reference when somebody leaves; nothing else changes, and nothing goes.
    create function nollie_keep_moderation_log() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and (old.id, old.act, old.action, old.reason, old.created_at)
          is not distinct from (new.id, new.act, new.action, new.reason, new.created_at)
          and (new.admin_id is null or new.admin_id is not distinct from old.admin_id)
          and (new.case_id is null or new.case_id is not distinct from old.case_id)
          and (new.user_id is null or new.user_id is not distinct from old.user_id)
        then return new; end if;
        raise exception 'the moderation log is never changed' using errcode = '23001';
      end $$;
    create trigger moderation_log_is_kept before update or delete on moderation_log for each row
      execute function nollie_keep_moderation_log();
  `)
    .execute(db)
}
