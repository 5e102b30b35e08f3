import { type Kysely, sql } from 'kysely'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations/index.ts'

// Runs the real migrations at argv[2] and stands still after the step numbered argv[3] (telling so on stdout), so that
// a test can kill it there.
const [, , url = '', stopAfter = '0'] = process.argv
const standStill = {
  up: async (db: Kysely<never>) => {
    process.stdout.write('waiting\n')
    await sql`select pg_sleep(600)`.execute(db)
  },
}
const done = Object.entries(migrations).slice(0, Number(stopAfter))
await migrate(url, Object.fromEntries([...done, ['999_stand_still', standStill]]))
