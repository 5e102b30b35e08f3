import { type Kysely, sql } from 'kysely'
import { migrate, type Steps } from '../../src/db/migrate.ts'

async function fill(db: Kysely<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update rows_to_fill set is_filled = true
    where n in (select n from rows_to_fill where not is_filled limit 10 for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Migrations that fill a table ten rows at a time, with another migration before and after. */
export const STEPS: Steps = {
  '001_baseline': { up: async () => {} },
  '002_backfill_rows': { batch: fill, up: async (db) => void (await fill(db)) },
  '003_expand_more': { up: async (db) => void (await sql`create table more (id int)`.execute(db)) },
}

// When run as a program, migrates the database at argv[2] so slowly that a test can kill it partway.
if (process.argv[1] === import.meta.filename) {
  const slowly = async (db: Kysely<unknown>): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return fill(db)
  }
  await migrate(process.argv[2] ?? '', {
    ...STEPS,
    '002_backfill_rows': { batch: slowly, up: async () => {} },
  })
}
