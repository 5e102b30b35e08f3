import { type Kysely, sql } from 'kysely'

// Comments of discussions are comments as those of posts are: one table, with replies, likes, mentions and cases. They are
// counted in the row of their discussion and published as events in the statement that makes, hides or deletes them.
// Discussions are edited (version, edited_at), liked, searched (search_text), and listed by their latest answer.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table comments
      alter column post_id drop not null,
      alter column media_index drop not null,
      add column discussion_id uuid references discussions on delete cascade,
      add constraint comments_one_subject
        check (num_nonnulls(post_id, discussion_id) = 1 and (post_id is null) = (media_index is null));
    create index comments_discussion_idx on comments (discussion_id, created_at desc, id desc)
      where discussion_id is not null;
    -- Whom a block or suspension hides is taken off the count by person.
    create index comments_discussion_user_idx on comments (discussion_id, user_id) where discussion_id is not null;

    create or replace function nollie_check_comment() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          raise exception 'a comment stays where it was said' using errcode = 'check_violation';
        end if;
        if new.parent_comment_id is not null then
          perform from comments c where c.id = new.parent_comment_id and c.hidden_at is null for key share;
          if not found then
            raise exception 'replies go to comments that are there' using errcode = 'foreign_key_violation';
          end if;
          if not exists (
            select from comments c where c.id = new.parent_comment_id and c.parent_comment_id is null
              and (c.post_id, c.media_index, c.discussion_id) is not distinct from
                (new.post_id, new.media_index, new.discussion_id)
          ) then
            raise exception 'replies go to comments on the same item, one level deep'
              using errcode = 'check_violation', constraint = 'comments_one_level';
          end if;
        end if;
        return new;
      end $$;
    drop trigger comments_check on comments;
    create trigger comments_check
      before insert or update of post_id, media_index, discussion_id, parent_comment_id on comments
      for each row execute function nollie_check_comment();

    create or replace function nollie_queue_comments() returns trigger language plpgsql as $$
      begin
        insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
          select 'comment', post_id, media_index, case tg_op when 'INSERT' then 1 else -1 end, user_id, id, parent_comment_id
          from changed where hidden_at is null and post_id is not null;
        return null;
      end $$;
    drop trigger comments_queue_hidden on comments;
    create trigger comments_queue_hidden after update of hidden_at on comments for each row
      when (new.post_id is not null and (old.hidden_at is null) <> (new.hidden_at is null))
      execute function nollie_queue_hidden_comment();

    insert into comments (id, discussion_id, media_index, user_id, content, created_at, updated_at, hidden_at)
      select id, discussion_id, null, user_id, content, created_at, created_at, hidden_at from discussion_comments;

    update mentions set comment_id = discussion_comment_id, discussion_comment_id = null
      where discussion_comment_id is not null;
    alter table mentions
      drop constraint mentions_one_text,
      drop column discussion_comment_id,
      add constraint mentions_one_text check (num_nonnulls(post_id, comment_id, discussion_id) = 1);

    alter table notifications
      drop constraint notifications_type_check,
      drop constraint notifications_check1,
      drop constraint notifications_discussion_comment_named;
    update notifications set comment_id = discussion_comment_id where discussion_comment_id is not null;
    alter table notifications
      drop column discussion_comment_id,
      add constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'comment_reply',
        'comment_like', 'mention', 'report_outcome', 'spot_removed', 'message_request', 'discussion_comment',
        'comment_removed')),
      add constraint notifications_comment_named check (type <> 'comment' or (post_id is not null and thing = post_id)),
      add constraint notifications_like_named check (type <> 'like'
        or (num_nonnulls(post_id, discussion_id) = 1 and thing = coalesce(post_id, discussion_id))),
      add constraint notifications_discussion_comment_named check (type <> 'discussion_comment'
        or (discussion_id is not null and thing = discussion_id and comment_id is not null)),
      add constraint notifications_comment_removed_named check (type <> 'comment_removed'
        or (discussion_id is not null and thing = discussion_id));

    alter table report_cases drop constraint report_cases_kind_check;
    update report_cases set kind = 'comment', comment_id = discussion_comment_id, discussion_comment_id = null
      where kind = 'discussion_comment';
    alter table report_cases
      drop column discussion_comment_id,
      add constraint report_cases_kind_check
        check (kind in ('spot', 'post', 'comment', 'user', 'message', 'discussion'));

    drop table discussion_comments;
    drop function nollie_count_discussion_comments();
    drop function nollie_count_hidden_discussion_comment();

    alter table discussions
      add column version integer not null default 1,
      add column edited_at timestamptz(3),
      add column like_count integer not null default 0 check (like_count >= 0),
      add column answered_at timestamptz(3) not null default now(),
      add column search_text text generated always as (nollie_fold(title || e'\\n' || content)) stored;
    update discussions d set answered_at = coalesce(
      (select max(c.created_at) from comments c where c.discussion_id = d.id and c.hidden_at is null), d.created_at);
    create index discussions_answered_idx on discussions (answered_at desc, id desc);
    create index discussions_category_created_idx on discussions (category, created_at desc, id desc);
    create index discussions_category_answered_idx on discussions (category, answered_at desc, id desc);
    create index discussions_search_idx on discussions using gin (search_text gin_trgm_ops);

    -- How many comments discussions have and when the last was made, after a change of these; published with what changed.
    create function nollie_recount_discussions(changes jsonb) returns void language plpgsql as $$
      declare
        changed integer;
      begin
        with change as materialized (
          select discussion_id, sum(case kind when 'created' then 1 else -1 end)::int as n, count(*) as lines,
            jsonb_agg(jsonb_build_object('kind', kind, 'comment_id', comment_id,
              'parent_comment_id', parent_comment_id, 'user_id', user_id)) as what
          from jsonb_to_recordset(changes) as line (discussion_id uuid, kind text, comment_id uuid,
            parent_comment_id uuid, user_id uuid)
          group by 1
        ), now as (
          update discussions d set comment_count = d.comment_count + c.n, answered_at = greatest(
              case when c.n = c.lines then d.answered_at end, d.created_at,
              (select created_at from comments where discussion_id = d.id and hidden_at is null
                order by created_at desc, id desc limit 1))
            from change c where c.discussion_id = d.id
          returning d.id, d.user_id, d.comment_count, c.lines, c.what
        ), counted as (
          select count(*) as n from now
        )
        insert into events (topic, name, data)
          select 'comments', 'comment', jsonb_build_object('post_id', null, 'discussion_id', now.id,
            'started_by', now.user_id, 'changes', case when lines <= 20 then what end,
            'comments_count', case when not exists (select from comments c join profiles p on p.user_id = c.user_id
              where c.discussion_id = now.id and c.hidden_at is null and p.is_away) then comment_count end)
          from now, counted where counted.n <= 200
          union all
          select 'comments', 'comment', '{"post_id": null}' from counted where counted.n > 200;
        get diagnostics changed = row_count;
        if changed > 0 then perform pg_notify('nollie_events', ''); end if;
      end $$;

    create function nollie_count_discussion_comments() returns trigger language plpgsql as $$
      declare
        changes jsonb;
      begin
        select jsonb_agg(jsonb_build_object('discussion_id', discussion_id,
            'kind', case tg_op when 'INSERT' then 'created' else 'deleted' end,
            'comment_id', id, 'parent_comment_id', parent_comment_id, 'user_id', user_id)) into changes
          from changed where hidden_at is null and discussion_id is not null;
        if changes is not null then perform nollie_recount_discussions(changes); end if;
        return null;
      end $$;
    create trigger comments_discussion_insert after insert on comments referencing new table as changed
      for each statement execute function nollie_count_discussion_comments();
    create trigger comments_discussion_delete after delete on comments referencing old table as changed
      for each statement execute function nollie_count_discussion_comments();

    create function nollie_count_hidden_discussion_comment() returns trigger language plpgsql as $$
      begin
        perform nollie_recount_discussions(jsonb_build_array(jsonb_build_object('discussion_id', new.discussion_id,
          'kind', case when new.hidden_at is null then 'created' else 'deleted' end,
          'comment_id', new.id, 'parent_comment_id', new.parent_comment_id, 'user_id', new.user_id)));
        return null;
      end $$;
    create trigger comments_discussion_hidden after update of hidden_at on comments for each row
      when (new.discussion_id is not null and (old.hidden_at is null) <> (new.hidden_at is null))
      execute function nollie_count_hidden_discussion_comment();

    create table discussion_likes (
      discussion_id uuid not null references discussions on delete cascade,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (discussion_id, user_id)
    );
    create index discussion_likes_user_idx on discussion_likes (user_id);
    create function nollie_count_discussion_likes() returns trigger language plpgsql as $$
      begin
        update discussions d set like_count = like_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
          from (select discussion_id, count(*)::int as n from changed group by 1) change
          where d.id = change.discussion_id;
        return null;
      end $$;
    create trigger discussion_likes_insert after insert on discussion_likes referencing new table as changed
      for each statement execute function nollie_count_discussion_likes();
    create trigger discussion_likes_delete after delete on discussion_likes referencing old table as changed
      for each statement execute function nollie_count_discussion_likes();
  `)
    .execute(db)
}
