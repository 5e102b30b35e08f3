import { type Kysely, sql } from 'kysely'

// Where somebody was going when they signed up: the mailed link leads on there, in whatever browser it is opened.
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table sign_ups add column next text check (length(next) <= 300)`.execute(db)
}
