import { type Kysely, sql } from 'kysely'
import { migrate } from '../../src/db/migrate.ts'
import { BASELINE, sqlFiles } from '../../src/db/migrations/index.ts'

// Runs the first argv[3] baseline files at argv[2], reports this on stdout, and then waits so that a test can kill it
// partway.
const [, , url = '', stopAfter = '0'] = process.argv
const standStill = {
  up: async (db: Kysely<never>) => {
    process.stdout.write('waiting\n')
    await sql`select pg_sleep(600)`.execute(db)
  },
}
const done = BASELINE.slice(0, Number(stopAfter)).map((noun) => `001_baseline/${noun}`)
await migrate(url, { '001_baseline': sqlFiles(...done), '999_stand_still': standStill })
