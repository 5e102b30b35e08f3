import { pino } from 'pino'
import { type AppDeps, listModules } from '../../src/app.ts'
import type { AnyModule } from '../../src/module.ts'

// Nothing is opened, because the module declarations don't depend on these.
const DEPS: AppDeps = {
  log: pino({ level: 'silent' }),
  db: undefined as never,
  databaseUrl: '',
  jobs: undefined as never,
  dataDir: '',
  storage: undefined as never,
  host: 'localhost',
  publicUrl: new URL('http://localhost:3000'),
  secret: 'a secret of at least thirty-two characters',
  smtpUrl: null,
  mapStyle: 'shipped',
  trustProxy: false,
  videoEncoder: null,
  webRoot: null,
  imports: { overpass: { url: new URL('http://127.0.0.1:9/') } },
}

/** Every module on the server, as declared, in list order. */
export const MODULES: readonly AnyModule[] = listModules(DEPS).map((listed) =>
  'module' in listed ? listed.module : listed,
)

type Passing = { name: string; by: string }

/**
 * Tables, and folders in the data directory ("exports/"), whose rows or files are temporary, with the declared work
 * that deletes them.
 */
export const PASSING: readonly Passing[] = MODULES.flatMap(({ cleanUps = [], rollups = [] }) => [
  ...cleanUps.flatMap(({ name: by, removes }) => Object.keys(removes).map((name) => ({ name, by }))),
  ...rollups.flatMap(({ name: by, empties }) => empties.map((name) => ({ name, by }))),
])
