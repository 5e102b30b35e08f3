import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Db } from './db/open.ts'
import type { Reads } from './db/read-replicas.ts'
import type { TableName } from './db/table-name.ts'
import type { Storage } from './platform/files/index.ts'
import type { Bus } from './platform/message-bus.ts'
import type { RateLimiter } from './platform/http/index.ts'
import type { JobKind, JobRun, Jobs } from './platform/jobs/index.ts'
import type { Mailer, Outbox } from './platform/mail/index.ts'
import type { SmsSender } from './platform/sms/index.ts'
import { StartRefused } from './platform/start-refused.ts'

/** What a process does: serve requests, run background work, or both. */
export type Role = {
  /** Responds to requests. */
  serves: boolean
  /** Runs jobs, rollups, schedules, and cleanups. */
  works: boolean
}

/** Services that the server provides to modules, which list them in `needs`. */
export type Services = {
  role: Role
  db: Db
  /** Reads that can be a second old, from replicas if there are any. */
  reads: Reads
  /** A connection string, for modules that need a dedicated connection. */
  databaseUrl: string
  jobs: Jobs
  /** NATS, if live events use it; otherwise null. */
  bus: Bus | null
  rates: RateLimiter
  mailer: Mailer
  /** Sends text messages, or stores them with the emails. */
  sms: SmsSender
  /** Stores emails if there is no mail server. */
  outbox: Outbox
  log: FastifyBaseLogger
  /** The product's public URL. */
  publicUrl: URL
  /** The secret that signs tokens and links. */
  secret: string
  /** The folder for this installation's files that aren't in the storage. */
  dataDir: string
  /** Storage for uploads, photos, videos, and archives. */
  storage: Storage
  /** The folder with the built web client; null to serve only the API. */
  webRoot: string | null
  /** Whether devices should unregister their current service worker. */
  withdrawsWorker?: boolean
}

/** Reasons why a table's rows aren't deleted, shared by several modules. */
export const STAYS = {
  withAccount: 'until the account is deleted (my-data/personal-columns.ts)',
  withContent: 'until the post, spot, discussion, or conversation it belongs to is deleted',
} as const

type OneOrMore<T> = T | readonly T[]
type Removed = Partial<Record<TableName | `${string}/`, string>>

/** Registers a module's routes in its own scope of the HTTP server. */
export type Routes<Deps> = (scope: FastifyInstance, deps: Deps) => void | Promise<void>

/** A worker for one type of job; created by {@link worker}. */
export type Worker<Deps> = { kind: string; register: (jobs: Jobs, deps: Deps) => void }

/** Work that every working process does at an interval in seconds, or right after rows are added to a table. */
export type Schedule<Deps> =
  | { name: string; everySeconds: number | ((deps: Deps) => number); run: (deps: Deps) => Promise<void> }
  | {
      name: string
      /** Tables with the trigger `nollie_signal_work`. */
      wokenBy: readonly TableName[]
      /** Minimum time between two runs, in seconds. */
      pauseSeconds: number
      /** Returns whether there was work to do. */
      run: (deps: Deps) => Promise<boolean>
    }

/** Adds queued changes to stored counts, right after they're queued. */
export type Rollup<Deps> = {
  name: string
  /** Tables whose rows the rollup processes and deletes; each has the trigger `nollie_signal_work`. */
  empties: readonly TableName[]
  /** Minimum time between two runs, in seconds. */
  pauseSeconds: number
  /** Returns whether there were any rows. */
  run: (deps: Deps) => Promise<boolean>
}

/** Regularly deletes old rows or files, in only one process at a time. */
export type CleanUp<Deps> = {
  name: string
  everySeconds: number | ((deps: Deps) => number)
  /** Tables, and folders in the data directory ("exports/"), with the age at which rows or files are deleted. */
  removes: Removed
  run: (deps: Deps) => Promise<void>
}

/** A module's parts, with their dependencies. */
type Parts<Deps> = {
  /** Operations from the contract, registered in the module's own scope. */
  routes?: OneOrMore<Routes<Deps>>
  /** The few operations that a process handles even if it doesn't serve requests. */
  routesOfEveryRole?: OneOrMore<Routes<Deps>>
  /** Workers for this module's jobs. */
  jobs?: readonly Worker<Deps>[]
  schedules?: readonly Schedule<Deps>[]
  rollups?: readonly Rollup<Deps>[]
  cleanUps?: readonly CleanUp<Deps>[]
  /** Runs once after all modules have opened, before the first request. */
  start?: (deps: Deps) => void | Promise<void>
  /** Runs when the server begins to stop, before it waits for open connections. */
  preClose?: (deps: Deps) => void | Promise<void>
  /** Runs after the last request; modules close in reverse order. */
  close?: (deps: Deps) => void | Promise<void>
}

/** A part of a module, in its own folder with an `index.ts`. */
export type Room<Deps> = {
  /** As in {@link Definition}. */
  tables?: Partial<Record<TableName, string>>
  routes?: readonly Routes<Deps>[]
  jobs?: readonly Worker<Deps>[]
  cleanUps?: readonly CleanUp<Deps>[]
}

/** Joins the rooms of a module for {@link defineModule}. */
export function joinRooms<Deps>(rooms: readonly Room<Deps>[]): Required<Room<Deps>> {
  return {
    tables: Object.assign({}, ...rooms.map(({ tables }) => tables)),
    routes: rooms.flatMap(({ routes = [] }) => routes),
    jobs: rooms.flatMap(({ jobs = [] }) => jobs),
    cleanUps: rooms.flatMap(({ cleanUps = [] }) => cleanUps),
  }
}

/** A module of any type. */
export interface AnyModule extends Parts<never> {
  name: string
  needs?: readonly (keyof Services)[]
  uses?: Used
  tables?: Partial<Record<TableName, string>>
  open?: (deps: never, options: never) => object | Promise<object>
  /** Only used for the type of `open`'s result; never has a value. */
  readonly gives?: object
}

type Used = { readonly [name: string]: AnyModule }
type GivenBy<U extends Used> = { [K in keyof U]: NonNullable<U[K]['gives']> }
type Deps<N extends keyof Services, U extends Used> = Pick<Services, N> & GivenBy<U>

/** The argument for {@link defineModule}. */
export type Definition<N extends keyof Services, U extends Used, O, G extends object> = {
  /** The name of the module's folder. */
  name: string
  /** The services that the module needs; its parts get only these. */
  needs?: readonly N[]
  /** Modules whose results this one uses; they come before it in the list. Plain functions are imported instead. */
  uses?: U
  /**
   * Tables that only this module writes and whose rows are permanent, with the reason. Tables with temporary rows are
   * listed in `cleanUps`.
   */
  tables?: Partial<Record<TableName, string>>
  /** Creates the objects used by the module's own parts and by modules that depend on it. */
  open?: (deps: Deps<NoInfer<N>, NoInfer<U>>, options: O) => G | Promise<G>
} & Parts<Deps<NoInfer<N>, NoInfer<U>> & NoInfer<G>>

/** A part of the server, as declared in its `index.ts`. */
export interface Module<O = undefined, G extends object = object> extends AnyModule {
  /** Returns this module with options, for a server's list of modules. */
  with: (options: O) => Listed
  readonly gives?: G
}

/** An entry in the list of modules: a module without options, or the result of `with`. */
export type Listed = Module | { module: AnyModule; options: unknown }

/** Used by modules that don't depend on others. */
type NoneUsed = { readonly [name in never]: AnyModule }

/** Declares a module; its types are inferred from `needs`, `uses`, and `open`. */
export function defineModule<
  const N extends keyof Services = never,
  U extends Used = NoneUsed,
  O = undefined,
  G extends object = object,
>(definition: Definition<N, U, O, G>): Module<O, G> {
  const module: AnyModule & Pick<Module<O>, 'with'> = {
    ...(definition as AnyModule),
    with: (options) => ({ module, options }),
  }
  return module as Module<O, G>
}

/** Declares a worker for a type of job. */
export function worker<D, Data extends object>(
  kind: JobKind<Data>,
  handlerFor: (deps: D) => (run: JobRun<Data>) => Promise<void>,
): Worker<D> {
  return {
    kind: kind.name,
    register: (jobs, deps) => jobs.work(kind, handlerFor(deps)),
  }
}

function asList<T>(items: OneOrMore<T> | undefined): readonly T[] {
  return items === undefined ? [] : Array.isArray(items) ? items : [items as T]
}

/** Registers all of a module's scheduled work. */
function schedule(jobs: Jobs, { schedules = [], rollups = [], cleanUps = [] }: AnyModule, deps: never): void {
  const all = [
    ...schedules.map((one) => ({ one, isShared: false })),
    ...cleanUps.map((one) => ({ one, isShared: true })),
  ]
  for (const { one, isShared } of all) {
    if ('wokenBy' in one)
      jobs.rollup(one.name, { tables: one.wokenBy, pauseSeconds: one.pauseSeconds }, () => one.run(deps))
    else {
      const { everySeconds } = one
      const seconds = typeof everySeconds === 'number' ? everySeconds : everySeconds(deps)
      jobs.every(one.name, seconds, () => one.run(deps), isShared)
    }
  }
  for (const { name, empties, pauseSeconds, run } of rollups)
    jobs.rollup(name, { tables: empties, pauseSeconds }, () => run(deps))
}

function failedToStart(name: string, error: unknown): Error {
  // Operators don't know about modules, so their errors don't name one.
  if (error instanceof StartRefused) return error
  const message = `module ${name} couldn't start: ${error instanceof Error ? error.message : String(error)}`
  return new Error(message, { cause: error })
}

type Opened = Map<AnyModule, object>

function pickDeps(services: Services, opened: Opened, { needs = [], uses = {} }: AnyModule): object {
  return {
    ...Object.fromEntries(needs.map((need) => [need, services[need]])),
    ...Object.fromEntries(Object.entries(uses).map(([key, module]) => [key, opened.get(module)])),
  }
}

function createPlugin(services: Services, opened: Opened, module: AnyModule, options: unknown) {
  return plugin(
    async (scope: FastifyInstance) => {
      const needed = pickDeps(services, opened, module)
      const given = (await module.open?.(needed as never, options as never)) ?? {}
      opened.set(module, given)
      const deps = { ...needed, ...given } as never
      const { start, preClose, close } = module
      // Registered first, so that it runs even if something below fails.
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
      for (const routes of asList(module.routesOfEveryRole)) await routes(scope, deps)
      if (services.role.serves) for (const routes of asList(module.routes)) await routes(scope, deps)
      for (const { register } of module.jobs ?? []) register(services.jobs, deps)
      schedule(services.jobs, module, deps)
    },
    {
      name: module.name,
      dependencies: Object.values(module.uses ?? {}).map(({ name }) => name),
      encapsulate: true,
    },
  )
}

/**
 * Opens modules one after another, each in its own scope, so that hooks and parsers don't affect other modules. Request
 * guards are registered on `app` beforehand, and no scope can remove them. Call this before starting the jobs.
 * @throws Error naming the module that failed, after closing the modules that were already open
 */
export async function registerModules(
  app: FastifyInstance,
  services: Services,
  list: readonly Listed[],
): Promise<void> {
  const opened: Opened = new Map()
  for (const listed of list) {
    const { module, options } = 'module' in listed ? listed : { module: listed, options: undefined }
    try {
      await app.register(createPlugin(services, opened, module, options))
    } catch (error) {
      await app.close()
      throw failedToStart(module.name, error)
    }
  }
}
