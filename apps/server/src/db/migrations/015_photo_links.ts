import { type Kysely, sql } from 'kysely'

// A post may name the address of a photo elsewhere. It is shown as a link, or gives way to a copy of our own.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table posts add column photo_url text
      check (length(photo_url) <= 2000 and photo_url ~ '^https?://[^/@[:space:]]+/');
  `)
    .execute(db)
}
