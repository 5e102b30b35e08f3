import { type Kysely, sql } from 'kysely'

// Somebody who is suspended or about to leave disappears from the screens that show them now, whoever decided it and
// from where (the operator's command is a process of its own); let in again, they are back. A picture that goes with its
// post is told of as any change of a page.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create function nollie_tell_away() returns trigger language plpgsql as $$
      begin
        insert into events (topic, name, data) values
          ('people', 'person',
            jsonb_build_object('kind', case when new.is_away then 'away' else 'back' end, 'user_id', new.user_id)),
          ('posts', 'post', '{"kind": "many", "post_id": null, "spot_id": null}'),
          ('comments', 'comment', '{"post_id": null}');
        perform pg_notify('nollie_events', '');
        return null;
      end $$;
    create trigger profiles_tell_away after update on profiles for each row
      when (old.is_away <> new.is_away) execute function nollie_tell_away();

    create or replace function nollie_lose_avatar() returns trigger language plpgsql as $$
      begin
        new.avatar_url := null;
        insert into events (topic, name, data)
          values ('people', 'person', jsonb_build_object('kind', 'profile', 'user_id', new.user_id));
        perform pg_notify('nollie_events', '');
        return new;
      end $$;
  `)
    .execute(db)
}
