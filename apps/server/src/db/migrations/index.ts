import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The files of the baseline in the order in which they refer to each other: one a noun. */
export const BASELINE = [
  ...[
    'shared',
    'accounts',
    'requests',
    'events',
    'media',
    'spots',
    'posts',
    'profiles',
    'map',
    'discussions',
  ],
  ...['likes', 'comments', 'follows', 'blocks', 'people', 'timelines', 'saved', 'mentions', 'messages'],
  ...['moderation', 'notifications', 'streets', 'my-data', 'imports'],
]

/** A migration that runs `.sql` files of this folder in order. */
export const sqlFiles = (...names: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const name of names)
      await sql.raw(readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')).execute(db)
  },
})

/**
 * The database's history in order, by hand: what is listed here and released is never changed again. The next change is
 * `'002_name': sqlFiles('002_name')` with a file of that name beside this one, and a new `schema.sql` (`npm run schema`).
 */
export const migrations: Record<string, Migration> = {
  '001_baseline': sqlFiles(...BASELINE.map((noun) => `001_baseline/${noun}`)),
}
