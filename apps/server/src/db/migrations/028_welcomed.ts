import { type Kysely, sql } from 'kysely'

// Whether the welcome after the first sign-in was seen or skipped, on whatever device. Whoever is here already was.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table preferences add column welcomed boolean not null default false`.execute(db)
  await sql`insert into preferences (user_id, welcomed) select id, true from users
    on conflict (user_id) do update set welcomed = true`.execute(db)
}
