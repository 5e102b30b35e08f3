import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp, VERSION } from './app.ts'
import { startArchive } from './backup/archive/index.ts'
import { chooseVideoEncoder } from './modules/media/index.ts'
import { warmPlaceSearch } from './modules/places/index.ts'
import { hasAdmin } from './modules/profiles/index.ts'
import { type Config, exportVariables } from './config.ts'
import { loadConfig, requireStores } from './load-config.ts'
import { readRole } from './role.ts'
import { explainLostDatabase } from './db/explain-database-error.ts'
import { type Connection, startDatabase } from './db/start-database.ts'
import { openDatabase } from './db/open.ts'
import { openReads, readsOfPrimary } from './db/read-replicas.ts'
import { openStorage, requireUsable } from './platform/files/index.ts'
import { openBus } from './platform/message-bus.ts'
import { listenAt, requireFreePort } from './platform/http/index.ts'
import { Jobs } from './platform/jobs/index.ts'
import { returnMemoryWhenQuiet } from './platform/return-memory.ts'
import { createLog, type Log } from './platform/log.ts'
import { type Metrics, openMetrics, serveMetrics, startTraces } from './platform/telemetry/index.ts'
import { readOrCreateSecret } from './platform/persistent-secret.ts'
import { describeFailure } from './platform/describe-failure.ts'
import { requireTemporaryDir } from './platform/temporary-dir.ts'
import { StartRefused } from './platform/start-refused.ts'
import { toAddress, describeStart } from './describe-start.ts'
import { refuseUnfinishedRestore } from './platform/unfinished-restore.ts'

/** How long pending requests have to complete after a stop signal, in milliseconds. */
const DRAIN_MS = 10_000
/**
 * Delay before town names are loaded, because loading takes half a second of CPU time: early enough for the first
 * search, but after the requests that piled up during a restart.
 */
const READ_TOWNS_AFTER_MS = 5_000

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

// `disconnect` is sent even if the parent process was killed with -9.
const stopAsked = new Promise<void>((resolve) => {
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => resolve())
})

async function run() {
  const config = loadConfig({ makesDataDir: false })
  const role = readRole(process.argv.slice(2))
  const log = createLog(config.logLevel)
  // After an unexpected error, the state is unknown, so the process exits immediately and the supervisor restarts it.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (err) => {
      log.fatal({ err }, event)
      process.exit(1)
    })
  }
  const closers: (() => Promise<unknown>)[] = []
  try {
    const { app, ...found } = await start(config, role, log, closers)
    process.stdout.write(describeStart(config, { role, ...found }))
    await stopAsked
    log.info('stopping')
    closers.push(() => drained(app))
  } finally {
    for (const close of closers.reverse()) await close().catch((err) => log.error({ err }, 'while stopping'))
  }
  process.exit(0)
}

// Returns the settings that are passed to the app unchanged.
function toAppSettings(config: Config) {
  return {
    dataDir: config.dataDir,
    cdn: config.cdn,
    scanner: config.scanner,
    host: config.host,
    publicUrl: config.publicUrl ?? new URL(toAddress(config)),
    isDevelopment: config.isDevelopment,
    smtpUrl: config.smtpUrl,
    mailsInTheClear: config.mailsInTheClear,
    sms: config.sms,
    pushServices: config.pushServices,
    pushRelay: config.pushRelay,
    mapStyle: config.mapStyle,
    geoipDb: config.geoipDb,
    locationServices: config.locationServices,
    places: { url: config.placesUrl, googleKey: config.googleMapsKey },
    ads: config.ads,
    translate: config.translate,
    weather: config.weather,
    imports: { overpass: { url: config.overpass } },
    operator: config.operator,
    memberLicense: config.memberLicense,
    accounts: {
      providers: config.providers,
      wallets: config.wallets,
      adminFactors: config.adminFactors,
      captcha: config.captcha,
      breached: config.breached,
    },
    native: config.native,
    trustProxy: config.trustProxy,
    photoFetch: config.fetchPhotoUrls ? {} : null,
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null,
    withdrawsWorker: config.withdrawsWorker,
    rates: config.rates,
    busyAfterMs: config.busyAfterMs,
    settings: {
      publicUrl: config.publicUrl,
      trustsAnybody: config.warnings.length > 0,
      secretInFile: config.secret === null && config.databaseUrl !== null,
      unused: config.unused,
    },
  }
}

async function start(
  config: Config,
  role: ReturnType<typeof readRole>,
  log: Log,
  closers: (() => Promise<unknown>)[],
) {
  refuseUnfinishedRestore(config.dataDir)
  // Checked first, so that nothing is created for a server that couldn't be reached.
  await requirePorts(config)
  requireTemporaryDir()
  requireStores(config, { makes: true })
  if (config.traces) {
    exportVariables(config.traces.variables)
    closers.push(await startTraces(config.traces, VERSION))
  }
  const metrics = await startMetrics(config, closers)
  const choosing = chooseVideoEncoder(config.searchPath)
  const database = await startDatabase(config, log)
  closers.push(database.stop)
  return startOn(database, { config, role, log, closers, metrics, choosing }).catch((error) => {
    throw explainLostDatabase(error, database.where)
  })
}

type Start = {
  config: Config
  role: ReturnType<typeof readRole>
  log: Log
  closers: (() => Promise<unknown>)[]
  metrics: Metrics | null
  choosing: ReturnType<typeof chooseVideoEncoder>
}

async function startOn(
  { url, pool, where, adminUrl }: Connection,
  { config, role, log, closers, metrics, choosing }: Start,
) {
  const db = openDatabase(pool?.url ?? url, {
    pooler: pool?.pooler ?? null,
    onLost: (err) => log.warn({ err }, 'lost a connection to the database'),
  })
  closers.push(() => db.destroy())
  const reads =
    config.databaseReplicaUrls.length > 0 && role.serves
      ? openReads({ primary: db, primaryUrl: url, replicaUrls: config.databaseReplicaUrls, log })
      : readsOfPrimary(db)
  closers.push(() => reads.close())
  const jobs = new Jobs(url, log, role)
  const secret = config.secret ?? readOrCreateSecret(config.dataDir)
  const storage = await openStorage(config)
  closers.push(async () => storage.close())
  await requireUsable(storage, log)
  const bus = config.natsUrl ? openBus({ url: config.natsUrl, secret, log }) : null
  if (bus) closers.push(() => bus.close())
  const video = await choosing
  const app = await buildApp({
    log,
    role,
    db,
    reads,
    bus,
    databaseUrl: url,
    jobs,
    storage,
    secret,
    videoEncoder: video?.encoder ?? null,
    metrics: metrics && { metrics, token: config.metrics.port === null ? config.metrics.token : null },
    ...toAppSettings(config),
  })
  await jobs.start()
  closers.push(() => jobs.stop())
  const archive = await startArchive({ ...config, retention: config.archive, adminUrl, db, log })
  closers.push(() => archive.stop())
  returnMemoryWhenQuiet()
  await listenAt(app, config)
  if (role.serves) setTimeout(() => readTowns(log), READ_TOWNS_AFTER_MS).unref()
  const isNew = role.serves && !(await hasAdmin(db))
  return { app, where, files: storage.where, secret, video, isNew }
}

async function requirePorts({ host, port, metrics }: Config): Promise<void> {
  if (metrics.port === port) throw new StartRefused('METRICS_PORT must be a different port than PORT')
  await requireFreePort({ host, port, setting: 'PORT' })
  if (metrics.port !== null) await requireFreePort({ host, port: metrics.port, setting: 'METRICS_PORT' })
}

function readTowns(log: Log) {
  return void warmPlaceSearch().catch((error) => log.warn({ err: error }, "couldn't read the names of towns"))
}

/** Opens metrics if a port or token is configured, and serves them on that port. */
async function startMetrics(
  { host, certificate, metrics: { port, token } }: Config,
  closers: (() => Promise<unknown>)[],
): Promise<Metrics | null> {
  if (port === null && token === null) return null
  const metrics = await openMetrics()
  closers.push(async () => metrics.close())
  if (port === null) return metrics
  const server = await serveMetrics({ metrics, host, port, token, certificate }).catch((error) => {
    throw new StartRefused(`Can't serve metrics at ${host}:${port}: ${error.message}`)
  })
  closers.push(async () => server.close())
  return metrics
}

async function drained(app: FastifyInstance) {
  await app.readiness.leave()
  // Idle connections would delay the shutdown.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(late)
}

await run().catch((error) => {
  const line = describeFailure(error)
  console.error(line === null ? error : `Nollie can't start:\n${line.replaceAll(/^/gm, '  ')}`)
  process.exit(1)
})
