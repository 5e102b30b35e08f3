import { type Kysely, sql } from 'kysely'

// Comments, discussions and what is said in them can be hidden as posts can (hidden_at), and are counted only while they
// are seen: hiding and showing count like deleting and writing. A comment takes its replies along, from the same moment.
// What an admin deletes in its place is written down too. Discussions mention people as posts and comments do.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table comments add column hidden_at timestamptz(3);
    alter table discussions add column hidden_at timestamptz(3);
    alter table discussion_comments add column hidden_at timestamptz(3);

    -- A reply waits for whoever is hiding or deleting what it replies to, and is refused as to one that is gone.
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
              and c.post_id = new.post_id and c.media_index = new.media_index
          ) then
            raise exception 'replies go to comments on the same item, one level deep'
              using errcode = 'check_violation', constraint = 'comments_one_level';
          end if;
        end if;
        return new;
      end $$;

    create or replace function nollie_queue_comments() returns trigger language plpgsql as $$
      begin
        insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
          select 'comment', post_id, media_index, case tg_op when 'INSERT' then 1 else -1 end, user_id, id, parent_comment_id
          from changed where hidden_at is null;
        return null;
      end $$;
    create function nollie_queue_hidden_comment() returns trigger language plpgsql as $$
      begin
        insert into counter_delta (counter, post_id, media_index, delta, user_id, comment_id, parent_comment_id)
          values ('comment', new.post_id, new.media_index, case when new.hidden_at is null then 1 else -1 end,
            new.user_id, new.id, new.parent_comment_id);
        return null;
      end $$;
    create trigger comments_queue_hidden after update of hidden_at on comments for each row
      when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function nollie_queue_hidden_comment();

    create or replace function nollie_count_discussion_comments() returns trigger language plpgsql as $$
      begin
        update discussions d set comment_count = comment_count + change.n * case tg_op when 'INSERT' then 1 else -1 end
          from (select discussion_id, count(*)::int as n from changed where hidden_at is null group by 1) change
          where d.id = change.discussion_id;
        return null;
      end $$;
    create function nollie_count_hidden_discussion_comment() returns trigger language plpgsql as $$
      begin
        update discussions set comment_count = comment_count + case when new.hidden_at is null then 1 else -1 end
          where id = new.discussion_id;
        return null;
      end $$;
    create trigger discussion_comments_hidden after update of hidden_at on discussion_comments for each row
      when ((old.hidden_at is null) <> (new.hidden_at is null))
      execute function nollie_count_hidden_discussion_comment();

    alter table moderation_log drop constraint moderation_log_act_check;
    alter table moderation_log add constraint moderation_log_act_check
      check (act in ('decided', 'deleted', 'restored', 'suspended', 'let_in', 'upheld', 'reversed'));

    alter table mentions
      add column discussion_id uuid references discussions on delete cascade,
      add column discussion_comment_id uuid references discussion_comments on delete cascade,
      drop constraint mentions_check,
      add constraint mentions_one_text
        check (num_nonnulls(post_id, comment_id, discussion_id, discussion_comment_id) = 1);
    create unique index mentions_discussion_key on mentions (discussion_id, username) where discussion_id is not null;
    create unique index mentions_discussion_comment_key on mentions (discussion_comment_id, username)
      where discussion_comment_id is not null;

    alter table notifications
      add column discussion_id uuid references discussions on delete cascade,
      add column discussion_comment_id uuid references discussion_comments on delete cascade,
      drop constraint notifications_check3,
      add constraint notifications_mention_somewhere
        check (type <> 'mention' or num_nonnulls(post_id, discussion_id) = 1);
    create index notifications_discussion_idx on notifications (discussion_id) where discussion_id is not null;
    create index notifications_discussion_comment_idx on notifications (discussion_comment_id)
      where discussion_comment_id is not null;
  `)
    .execute(db)
}
