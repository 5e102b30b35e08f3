import { type Kysely, sql } from 'kysely'

/** Whether links to somebody's page, posts and discussions show them to everybody: only where they want it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw('alter table preferences add column link_previews boolean not null default false').execute(db)
}
