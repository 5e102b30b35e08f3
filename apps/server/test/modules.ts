import { pino } from 'pino'
import { type AppDeps, modulesOf } from '../src/app.ts'
import type { AnyModule } from '../src/module.ts'

// Nothing is opened: what modules declare is the same for every server.
const DEPS: AppDeps = {
  log: pino({ level: 'silent' }),
  db: undefined as never,
  databaseUrl: '',
  jobs: undefined as never,
  dataDir: '',
  host: 'localhost',
  publicUrl: new URL('http://localhost:3000'),
  secret: 'a secret of at least thirty-two characters',
  smtpUrl: null,
  mapStyle: 'shipped',
  trustProxy: false,
  videoEncoder: null,
  webRoot: null,
}

/** Every module of the server, as it declares itself, in the order of the list. */
export const MODULES: readonly AnyModule[] = modulesOf(DEPS).map((listed) =>
  'module' in listed ? listed.module : listed,
)

type Passing = { name: string; by: string }

/** Tables, and folders of the data directory ("exports/"), whose rows or files pass, with the declared work that removes them. */
export const PASSING: readonly Passing[] = MODULES.flatMap(({ cleanUps = [], rollups = [] }) => [
  ...cleanUps.flatMap(({ name: by, removes }) => Object.keys(removes).map((name) => ({ name, by }))),
  ...rollups.flatMap(({ name: by, empties }) => empties.map((name) => ({ name, by }))),
])
