import { type Kysely, sql } from 'kysely'

// Which terms somebody accepted by signing up, and when; nothing is known of accounts from before.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql
    .raw(`
    alter table sign_ups
      add column terms_accepted_at timestamptz(3),
      add column terms_version text check (length(terms_version) between 1 and 40),
      add constraint sign_ups_terms check ((terms_accepted_at is null) = (terms_version is null));
    alter table users
      add column terms_accepted_at timestamptz(3),
      add column terms_version text check (length(terms_version) between 1 and 40),
      add constraint users_terms check ((terms_accepted_at is null) = (terms_version is null));
  `)
    .execute(db)
}
