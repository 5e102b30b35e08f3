import { type Kysely, sql } from 'kysely'

/** The town somebody skates in, as far as they show it on their page. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw('alter table profiles add column home_town text check (length(home_town) <= 120)').execute(db)
}
