import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { chooseVideoEncoder } from './modules/media/index.ts'
import { warmPlaceSearch } from './modules/places/index.ts'
import { type Config, environment, readConfig } from './config.ts'
import { connectDatabase } from './db/connect.ts'
import { openDatabase } from './db/open.ts'
import { listenAt } from './platform/http/index.ts'
import { Jobs } from './platform/jobs/index.ts'
import { returnMemoryWhenQuiet } from './platform/quiet-memory.ts'
import { createLog, type Log } from './platform/log.ts'
import { outboxAccess, outboxKey } from './platform/mail/index.ts'
import { persistentSecret } from './platform/secret.ts'
import { StartRefused } from './platform/start-refused.ts'
import { refuseUnfinishedRestore } from './platform/unfinished-restore.ts'

/** How long requests in flight may take to end after a stop signal. */
const DRAIN_MS = 10_000
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

// Also when the parent process was killed (-9).
const stopAsked = new Promise<void>((resolve) => {
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => resolve())
})

async function run() {
  const config = readConfig(environment())
  const log = createLog(config.logLevel)
  // After something nobody foresaw the state is unknown: end at once, whoever supervises us starts anew.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (err) => {
      log.fatal({ err }, event)
      process.exit(1)
    })
  }
  const closers: (() => Promise<unknown>)[] = []
  try {
    const { app, where, secret, video } = await start(config, log, closers)
    printSummary(config, { address: addressOf(config), where, secret, video })
    await stopAsked
    log.info('stopping')
    closers.push(() => drained(app))
  } finally {
    for (const close of closers.reverse()) await close().catch((err) => log.error({ err }, 'while stopping'))
  }
  process.exit(0)
}

async function start(config: Config, log: Log, closers: (() => Promise<unknown>)[]) {
  refuseUnfinishedRestore(config.dataDir)
  const choosing = chooseVideoEncoder(config.searchPath)
  const { url, where, stop } = await connectDatabase(config, log)
  closers.push(stop)
  const db = openDatabase(url, {
    onLost: (err) => log.warn({ err }, 'a connection to the database was lost'),
  })
  closers.push(() => db.destroy())
  const jobs = new Jobs(url, log)
  const secret = persistentSecret(config.dataDir)
  const video = await choosing
  const app = await buildApp({
    log,
    db,
    databaseUrl: url,
    jobs,
    dataDir: config.dataDir,
    host: config.host,
    publicUrl: config.publicUrl ?? new URL(addressOf(config)),
    secret,
    isDevelopment: config.isDevelopment,
    smtpUrl: config.smtpUrl,
    mapStyle: config.mapStyle,
    geoipDb: config.geoipDb,
    locationServices: config.locationServices,
    places: { url: config.placesUrl, googleKey: config.googleMapsKey },
    operator: config.operator,
    trustProxy: config.trustProxy,
    videoEncoder: video?.encoder ?? null,
    photoFetch: config.fetchPhotoUrls ? {} : null,
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null,
    rates: config.rates,
    busyAfterMs: config.busyAfterMs,
  })
  await jobs.start()
  closers.push(() => jobs.stop())
  returnMemoryWhenQuiet()
  await listenAt(app, config).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new StartRefused(`Port ${config.port} is in use by another program. Stop it, or set another PORT.`)
      : new StartRefused(`Cannot listen at ${config.host}:${config.port}: ${error.message}`)
  })
  // The first search of places is not to wait for the names of all towns.
  void warmPlaceSearch().catch((error) => log.warn({ err: error }, 'names of towns not read'))
  return { app, where, secret, video }
}

async function drained(app: FastifyInstance) {
  // An idle connection after its last answer would delay the end.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(late)
}

const addressOf = ({ port, host }: Config) =>
  `http://${['localhost', '0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

const mailOf = (config: Config, address: string, secret: string): string => {
  if (config.smtpUrl) return `sent through ${new URL(config.smtpUrl).host}`
  const folder = `not sent: kept in ${join(config.dataDir, 'outbox')} for 30 days`
  const publicUrl = config.publicUrl ?? new URL(address)
  return outboxAccess({ ...config, publicUrl, secret }).isPossible
    ? `${folder}, shown at ${address}/dev/outbox?key=${outboxKey(secret)}`
    : folder
}

function printSummary(
  config: Config,
  {
    address,
    where,
    secret,
    video,
  }: { address: string; where: string; secret: string; video: { name: string } | null },
) {
  const lines = [
    `Nollie is ready at ${config.publicUrl?.href.replace(/\/$/, '') ?? address}`,
    `  mail   ${mailOf(config, address, secret)}`,
    `  data   ${config.dataDir}; ${where}`,
    `  video  ${video ? `encoded by ${video.name}` : 'no encoder found (ffmpeg, or the optional package): videos are refused'}`,
    ...config.warnings.map((warning) => `  beware ${warning}`),
    ...(config.unused.length > 0
      ? [`  unused ${config.unused.join(', ')}: accepted, but not used by this version yet`]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

await run().catch((error) => {
  if (!(error instanceof StartRefused)) console.error(error)
  else console.error(`Nollie does not start:\n${error.message.replaceAll(/^/gm, '  ')}`)
  process.exit(1)
})
