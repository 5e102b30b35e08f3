import { type Kysely, sql } from 'kysely'

// Whoever is suspended is out of every place at once, whoever suspends them and how; a session they begin afterwards is
// good for what is theirs alone, so none from before may be left.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    delete from sessions where user_id in (select user_id from profiles where suspended_at is not null);

    create function nollie_end_sessions() returns trigger language plpgsql as $$
      begin
        delete from sessions where user_id = new.user_id;
        return null;
      end $$;
    create trigger profiles_end_sessions after update of suspended_at on profiles for each row
      when (old.suspended_at is null and new.suspended_at is not null) execute function nollie_end_sessions();
  `)
    .execute(db)
}
