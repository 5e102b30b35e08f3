import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Db } from './db/open.ts'
import type { TableName } from './db/table-name.ts'
import type { Rates } from './platform/http/index.ts'
import type { JobKind, JobRun, Jobs } from './platform/jobs/index.ts'
import type { Mailer, Outbox } from './platform/mail/index.ts'
import { StartRefused } from './platform/start-refused.ts'

/** What the server has for every module that names it in `needs`. */
export type Services = {
  db: Db
  /** Where the database is, for a module with a connection of its own. */
  databaseUrl: string
  jobs: Jobs
  rates: Rates
  mailer: Mailer
  /** Mails that no mail server was there to send. */
  outbox: Outbox
  log: FastifyBaseLogger
  /** Where people reach the product. */
  publicUrl: URL
  /** Signs what must not be forged. */
  secret: string
  /** Folder of all files of this installation. */
  dataDir: string
  /** Folder of the built web client; null serves the API alone. */
  webRoot: string | null
}

/** Why the rows of a table stay, where modules have the same reason. */
export const STAYS = {
  withAccount: 'until the account is removed (my-data/personal-columns.ts)',
  withContent: 'until the post, spot, discussion or conversation it belongs to is deleted',
} as const

type OneOrMore<T> = T | readonly T[]
type Removed = Partial<Record<TableName | `${string}/`, string>>

/** Registers the routes of a module in its own scope of the HTTP server. */
export type Routes<Deps> = (scope: FastifyInstance, deps: Deps) => void | Promise<void>

/** Who does the jobs of one kind; made by {@link worker}. */
export type Worker<Deps> = { kind: string; register: (jobs: Jobs, deps: Deps) => void }

/** Scheduled work: every so many seconds, or right after rows were added to a table. */
export type Schedule<Deps> =
  | { name: string; everySeconds: number | ((deps: Deps) => number); run: (deps: Deps) => Promise<void> }
  | {
      name: string
      /** Tables with the trigger `nollie_signal_work`. */
      wokenBy: readonly TableName[]
      /** Shortest time between two runs. */
      pauseSeconds: number
      /** Says whether there was something to do. */
      run: (deps: Deps) => Promise<boolean>
    }

/** Adds queued changes to the stored counts, right after rows were appended. */
export type Rollup<Deps> = {
  name: string
  /** Tables with the trigger `nollie_signal_work`, whose rows it takes up and deletes. */
  empties: readonly TableName[]
  /** Shortest time between two runs. */
  pauseSeconds: number
  /** Says whether there was something in them. */
  run: (deps: Deps) => Promise<boolean>
}

/** Removes or empties regularly what is past its time. */
export type CleanUp<Deps> = {
  name: string
  everySeconds: number | ((deps: Deps) => number)
  /** Tables, and folders of the data directory ("exports/"), with when their rows or files pass. */
  removes: Removed
  run: (deps: Deps) => Promise<void>
}

/** Everything that a module does, with the dependencies its parts are given. */
type Parts<Deps> = {
  /** Operations of the contract, registered in a scope of the module's own. */
  routes?: OneOrMore<Routes<Deps>>
  /** Kinds of jobs that this module does. */
  jobs?: readonly Worker<Deps>[]
  schedules?: readonly Schedule<Deps>[]
  rollups?: readonly Rollup<Deps>[]
  cleanUps?: readonly CleanUp<Deps>[]
  /** Runs once when every module is open, before the first request. */
  start?: (deps: Deps) => void | Promise<void>
  /** Runs when the server begins to stop, before it waits for open connections. */
  preClose?: (deps: Deps) => void | Promise<void>
  /** Runs after the last request; modules close in the reverse order of the list. */
  close?: (deps: Deps) => void | Promise<void>
}

/** A module whose types do not matter. */
export interface AnyModule extends Parts<never> {
  name: string
  needs?: readonly (keyof Services)[]
  uses?: Used
  tables?: Partial<Record<TableName, string>>
  open?: (deps: never, options: never) => object | Promise<object>
  /** Has no value; the type of what `open` gives. */
  readonly gives?: object
}

type Used = { readonly [name: string]: AnyModule }
type GivenBy<U extends Used> = { [K in keyof U]: NonNullable<U[K]['gives']> }
type Deps<N extends keyof Services, U extends Used> = Pick<Services, N> & GivenBy<U>

/** What {@link defineModule} takes. */
export type Definition<N extends keyof Services, U extends Used, O, G extends object> = {
  /** The name of its folder. */
  name: string
  /** What of the server it works with; its parts are given this and nothing else. */
  needs?: readonly N[]
  /** Modules whose open parts it works with; they stand before it on the list. Plain functions are imported instead. */
  uses?: U
  /** Tables that it alone writes and whose rows stay, with why they do. Those whose rows pass stand in `cleanUps`. */
  tables?: Partial<Record<TableName, string>>
  /** Opens what its parts, and modules that use it, work with. */
  open?: (deps: Deps<NoInfer<N>, NoInfer<U>>, options: O) => G | Promise<G>
} & Parts<Deps<NoInfer<N>, NoInfer<U>> & NoInfer<G>>

/** One part of the server, as its `index.ts` declares it. */
export interface Module<O = undefined, G extends object = object> extends AnyModule {
  /** For the list of a server: this module with its options. */
  with: (options: O) => Listed
  readonly gives?: G
}

/** A place on the list of modules: one without options, or what `with` made of one that has some. */
export type Listed = Module | { module: AnyModule; options: unknown }

/** No modules at all. */
type NoneUsed = { readonly [name in never]: AnyModule }

/** Declares a module. Types follow from `needs`, `uses` and `open`. */
export const defineModule = <
  const N extends keyof Services = never,
  U extends Used = NoneUsed,
  O = undefined,
  G extends object = object,
>(
  definition: Definition<N, U, O, G>,
): Module<O, G> => {
  const module: AnyModule & Pick<Module<O>, 'with'> = {
    ...(definition as AnyModule),
    with: (options) => ({ module, options }),
  }
  return module as Module<O, G>
}

/** Declares who does the jobs of a kind. */
export const worker = <D, Data extends object>(
  kind: JobKind<Data>,
  handlerFor: (deps: D) => (run: JobRun<Data>) => Promise<void>,
): Worker<D> => ({
  kind: kind.name,
  register: (jobs, deps) => jobs.work(kind, handlerFor(deps)),
})

const asList = <T>(items: OneOrMore<T> | undefined): readonly T[] =>
  items === undefined ? [] : Array.isArray(items) ? items : [items as T]

/** All that a module does regularly. */
const schedule = (
  jobs: Jobs,
  { schedules = [], rollups = [], cleanUps = [] }: AnyModule,
  deps: never,
): void => {
  for (const one of [...schedules, ...cleanUps]) {
    if ('wokenBy' in one)
      jobs.rollup(one.name, { tables: one.wokenBy, pauseSeconds: one.pauseSeconds }, () => one.run(deps))
    else {
      const { everySeconds } = one
      jobs.every(one.name, typeof everySeconds === 'number' ? everySeconds : everySeconds(deps), () =>
        one.run(deps),
      )
    }
  }
  for (const { name, empties, pauseSeconds, run } of rollups)
    jobs.rollup(name, { tables: empties, pauseSeconds }, () => run(deps))
}

const failedToStart = (name: string, error: unknown): Error => {
  const message = `module ${name} does not start: ${error instanceof Error ? error.message : String(error)}`
  return error instanceof StartRefused ? new StartRefused(message) : new Error(message, { cause: error })
}

type Opened = Map<AnyModule, object>

const depsOf = (services: Services, opened: Opened, { needs = [], uses = {} }: AnyModule): object => ({
  ...Object.fromEntries(needs.map((need) => [need, services[need]])),
  ...Object.fromEntries(Object.entries(uses).map(([key, module]) => [key, opened.get(module)])),
})

const pluginOf = (services: Services, opened: Opened, module: AnyModule, options: unknown) =>
  plugin(
    async (scope: FastifyInstance) => {
      const needed = depsOf(services, opened, module)
      const given = (await module.open?.(needed as never, options as never)) ?? {}
      opened.set(module, given)
      const deps = { ...needed, ...given } as never
      const { start, preClose, close } = module
      // First, so that what fails below is closed as well.
      if (close) scope.addHook('onClose', async () => close(deps))
      if (preClose) scope.addHook('preClose', async () => preClose(deps))
      if (start)
        scope.addHook('onReady', async () => {
          try {
            await start(deps)
          } catch (error) {
            throw failedToStart(module.name, error)
          }
        })
      for (const routes of asList(module.routes)) await routes(scope, deps)
      for (const { register } of module.jobs ?? []) register(services.jobs, deps)
      schedule(services.jobs, module, deps)
    },
    {
      name: module.name,
      dependencies: Object.values(module.uses ?? {}).map(({ name }) => name),
      encapsulate: true,
    },
  )

/**
 * Opens modules one after the other, each in a scope of its own: what one adds to its scope (hooks, parsers) reaches no
 * other. What guards requests stands on `app` before, and no scope can take it off. Call before the jobs are started.
 * @throws Error that names the module which failed; what was opened before is closed then
 */
export const registerModules = async (
  app: FastifyInstance,
  services: Services,
  list: readonly Listed[],
): Promise<void> => {
  const opened: Opened = new Map()
  for (const listed of list) {
    const { module, options } = 'module' in listed ? listed : { module: listed, options: undefined }
    try {
      await app.register(pluginOf(services, opened, module, options))
    } catch (error) {
      await app.close()
      throw failedToStart(module.name, error)
    }
  }
}
