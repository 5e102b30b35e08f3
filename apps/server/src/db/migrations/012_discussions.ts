import { type Kysely, sql } from 'kysely'

// What the community talks about. Comments are counted in the row of their discussion, in the statement that makes or
// deletes them. Both can be reported like posts and their comments.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table discussions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      title text not null check (length(title) between 1 and 200 and title = btrim(title)),
      content text not null check (length(content) between 1 and 4000 and content = btrim(content)),
      category text not null default 'general' check (category in ('general', 'tips', 'gear', 'spots')),
      comment_count integer not null default 0 check (comment_count >= 0),
      created_at timestamptz(3) not null default now()
    ) with (fillfactor = 90);
    create index discussions_created_idx on discussions (created_at desc, id desc);
    create index discussions_user_idx on discussions (user_id);

    create table discussion_comments (
      id uuid primary key,
      discussion_id uuid not null references discussions on delete cascade,
      user_id uuid not null references users on delete cascade,
      content text not null check (length(content) between 1 and 2000 and content = btrim(content)),
      created_at timestamptz(3) not null default now()
    );
    create index discussion_comments_list_idx on discussion_comments (discussion_id, created_at desc, id desc);
    -- Whom a block or suspension hides is taken off the count by person.
    create index discussion_comments_user_idx on discussion_comments (user_id, discussion_id);

    create function nollie_count_discussion_comments() returns trigger language plpgsql as $$
      begin
        update discussions d set comment_count = comment_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
          from (select discussion_id, count(*)::int as n from changed group by 1) change
          where d.id = change.discussion_id;
        return null;
      end $$;
    create trigger discussion_comments_insert after insert on discussion_comments referencing new table as changed
      for each statement execute function nollie_count_discussion_comments();
    create trigger discussion_comments_delete after delete on discussion_comments referencing old table as changed
      for each statement execute function nollie_count_discussion_comments();

    alter table report_cases
      add column discussion_id uuid references discussions on delete set null,
      add column discussion_comment_id uuid references discussion_comments on delete set null;
    alter table report_cases drop constraint report_cases_kind_check;
    alter table report_cases
      add constraint report_cases_kind_check check (kind in ('spot', 'post', 'comment', 'user', 'message',
        'discussion', 'discussion_comment')),
      add check (discussion_id is null or kind = 'discussion'),
      add check (discussion_comment_id is null or kind = 'discussion_comment');
    create unique index report_cases_discussion_key on report_cases (discussion_id) where status = 'open';
    create unique index report_cases_discussion_comment_key on report_cases (discussion_comment_id)
      where status = 'open';
  `)
    .execute(db)
}
