import { type Kysely, sql } from 'kysely'

// The sessions a suspension ended: good for nothing but to tell whoever still carries one what happened, and why.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    create table ended_sessions (
      token text primary key,
      user_id uuid not null references users on delete cascade,
      ended_at timestamptz(3) not null default now()
    );
    create index ended_sessions_user_idx on ended_sessions (user_id);
    create index ended_sessions_ended_idx on ended_sessions (ended_at);

    create or replace function nollie_end_sessions() returns trigger language plpgsql as $$
      begin
        with ended as (delete from sessions where user_id = new.user_id returning token, user_id)
        insert into ended_sessions (token, user_id) select token, user_id from ended on conflict do nothing;
        return null;
      end $$;
  `)
    .execute(db)
}
