import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pageOfShort } from '@nollie/contract/short-links'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { deleteOldKeys } from './db/idempotent.ts'
import type { Db } from './db/open.ts'
import { makeAccounts } from './modules/accounts/index.ts'
import { blockRoutes } from './modules/blocks/index.ts'
import { commentRoutes } from './modules/comments/index.ts'
import { openContent, type PhotoFetch } from './modules/content/index.ts'
import { discoverRoutes } from './modules/discover/index.ts'
import { discussionRoutes } from './modules/discussions/index.ts'
import { likeRoutes } from './modules/likes/index.ts'
import { savedRoutes } from './modules/saved/index.ts'
import { foldPeopleRegularly, followRoutes } from './modules/follows/index.ts'
import { openMap } from './modules/map/index.ts'
import { type MediaFigures, openMedia } from './modules/media/index.ts'
import { messageRoutes } from './modules/messages/index.ts'
import { openModeration } from './modules/moderation/index.ts'
import { openMyData } from './modules/my-data/index.ts'
import { forgetOldNewsRegularly, notificationRoutes } from './modules/notifications/index.ts'
import { pageHead, previewRoutes } from './modules/previews/index.ts'
import { peopleRoutes } from './modules/people/index.ts'
import { openGeoip, openPlaceSearch, type PlaceSettings, placeRoutes } from './modules/places/index.ts'
import { foldCountersRegularly, postChangeRoutes, postReadRoutes } from './modules/posts/index.ts'
import { openRealtime, type RealtimeFigures } from './modules/realtime/index.ts'
import { searchRoutes } from './modules/search/index.ts'
import { headFor, purgeSpots, spotRoutes, spotSide } from './modules/spots/index.ts'
import { streetRoutes } from './modules/streets/index.ts'
import {
  type ConnectionFigures,
  createHttpServer,
  deleteOldRates,
  type RateFigures,
  Rates,
  serveWebClient,
} from './platform/http/index.ts'
import { findStreets } from './modules/streets/index.ts'
import type { Jobs } from './platform/jobs/index.ts'
import { makeMailer, Outbox, outboxAccess, outboxRoutes } from './platform/mail/index.ts'
import { systemRoutes } from './system.routes.ts'
import { openPageStarts } from './web-starts.ts'
import { knowsScreen } from './web-screens.ts'

/** What the composition needs from outside; everything else it makes itself. */
export type AppDeps = {
  log: FastifyBaseLogger
  db: Db
  /** Where the database is, for the parts that keep their own connection to it (accounts, jobs, live events). */
  databaseUrl: string
  /** Not yet started: modules register their workers, the caller starts and stops it. */
  jobs: Jobs
  /** Folder of media, outbox and other files of this installation. */
  dataDir: string
  /** Where it listens: a name or an address. */
  host: string
  publicUrl: URL
  /** Signs what must not be forged; kept with the data. */
  secret: string
  smtpUrl: string | null
  /** `auto`, `shipped` or the address of a style. */
  mapStyle: string
  /** Path of a database that says where addresses are. */
  geoipDb?: string | null
  /** Outside services the browser may ask where it is. */
  locationServices?: readonly string[]
  /** Who answers the place search instead of the shipped gazetteer. */
  places?: PlaceSettings
  /** Who runs this installation and how they are reached. */
  operator?: { name: string | null; contact: string | null }
  trustProxy: boolean | string[]
  /** Whoever reaches the server from its own machine is its developer. */
  isDevelopment?: boolean
  /** Path of the video encoder; null when the machine has none. */
  videoEncoder: string | null
  /** Folder of the built web client; null serves the API alone. */
  webRoot: string | null
  /** Keep own copies of photos whose address somebody shares; null: they stay links. */
  photoFetch?: PhotoFetch
  rates?: RateFigures
  media?: Partial<MediaFigures>
  realtime?: Partial<RealtimeFigures>
  /** Milliseconds of lag after which requests are refused; 0: never. */
  busyAfterMs?: number
  connections?: Partial<ConnectionFigures>
  /** Hold every answer to its schema, also those made in SQL. */
  checkAnswers?: boolean
}

/** Between two looks for what is past its time: deleted spots, keys of requests, counts of rates, mails. */
const PURGE_SECONDS = 3600

const OPEN_TILES = 'https://tiles.openfreemap.org'

const tileHostsOf = (mapStyle: string): string[] => {
  if (mapStyle === 'auto') return [OPEN_TILES]
  return URL.canParse(mapStyle) ? [new URL(mapStyle).origin] : []
}

/** Builds the whole server, ready to listen or to be injected requests. Closing it closes what it opened, not `db`. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { db, jobs, log } = deps
  const rates = new Rates(db, deps.rates)
  const outbox = new Outbox(join(deps.dataDir, 'outbox'))
  const access = outboxAccess({ ...deps, isDevelopment: deps.isDevelopment ?? false })
  const mailer = makeMailer({ smtpUrl: deps.smtpUrl, publicUrl: deps.publicUrl, outbox, log })
  const accounts = makeAccounts({
    db,
    jobs,
    rates,
    mailer,
    secret: deps.secret,
    publicUrl: deps.publicUrl,
    log,
  })
  const media = await openMedia({ ...deps, ...(deps.media && { figures: deps.media }) })
  const myData = await openMyData({
    ...{ db, jobs, rates, mailer, publicUrl: deps.publicUrl, secret: deps.secret, filesOf: media.filesOf },
    exportsDir: join(deps.dataDir, 'exports'),
    forgetMailsTo: (address) => outbox.forgetTo(address),
    suspendedSender: accounts.suspendedSender,
  })
  const content = openContent({
    ...{ db, jobs, log },
    keepPicture: media.keepPicture,
    photoFetch: deps.photoFetch ?? null,
  })
  const moderation = openModeration({
    ...{ db, jobs, rates, mailer },
    ...{ publicUrl: deps.publicUrl, secret: deps.secret },
  })
  const { oversight } = moderation
  const map = openMap({ db, jobs, publicUrl: deps.publicUrl })
  foldCountersRegularly(db, jobs)
  foldPeopleRegularly(db, jobs)
  forgetOldNewsRegularly(db, jobs)
  const realtime = openRealtime({ ...deps, ...(deps.realtime && { figures: deps.realtime }) })
  const app = await createHttpServer({
    log,
    rates,
    authenticate: ({ headers }) => accounts.authenticate(headers),
    publicUrl: deps.publicUrl,
    trustProxy: deps.trustProxy,
    tileHosts: tileHostsOf(deps.mapStyle),
    askedHosts: (deps.locationServices ?? []).map((service) => new URL(service).origin),
    checkAnswers: deps.checkAnswers ?? false,
    ...(deps.busyAfterMs === undefined ? {} : { busyAfterMs: deps.busyAfterMs }),
    ...(deps.connections && { connections: deps.connections }),
  })
  app.addHook('onClose', () => rates.close())
  app.addHook('onClose', () => mailer.close())
  app.addHook('onReady', async () => media.start())
  app.addHook('onClose', () => media.close())

  systemRoutes(app, {
    mapStyle: deps.mapStyle,
    locationServices: deps.locationServices ?? [],
    operator: deps.operator ?? { name: null, contact: null },
    videos: media.takesVideos,
    copiesPhotos: Boolean(deps.photoFetch),
    outboxFor: access.linkFor,
    checks: {
      database: () =>
        db
          .selectFrom('schema_steps' as never)
          .limit(1)
          .execute(),
      queue: () => jobs.ready(),
      storage: () => media.check(),
    },
  })
  outboxRoutes(app, { outbox, access })
  jobs.every('old mails of the outbox', PURGE_SECONDS, () => outbox.forgetOld())
  accounts.routes(app)
  media.routes(app)
  myData.routes(app)
  const places = deps.places ?? { url: null, googleKey: null }
  placeRoutes(app, {
    geoip: await openGeoip(deps.geoipDb ?? null),
    search: openPlaceSearch(
      places,
      async ({ q, near, most }) => (await findStreets(db, q, { near, most })).items,
      log,
    ),
    mapsKey: places.googleKey,
  })
  spotRoutes(app, { db, oversight })
  postChangeRoutes(app, { db, spots: spotSide, oversight })
  jobs.every('deleted spots', PURGE_SECONDS, () => purgeSpots(db))
  jobs.every('old idempotency keys', PURGE_SECONDS, () => deleteOldKeys(db))
  jobs.every('old rate counts', PURGE_SECONDS, () => deleteOldRates(db))
  postReadRoutes(app, { db })
  likeRoutes(app, { db })
  savedRoutes(app, { db })
  commentRoutes(app, { db, oversight })
  moderation.routes(app)
  blockRoutes(app, { db })
  peopleRoutes(app, { db })
  followRoutes(app, { db })
  notificationRoutes(app, { db })
  messageRoutes(app, { db, rates })
  content.routes(app)
  discussionRoutes(app, { db, oversight })
  discoverRoutes(app, { db })
  searchRoutes(app, { db })
  map.routes(app)
  streetRoutes(app, { db, dataDir: deps.dataDir })
  realtime.routes(app)
  previewRoutes(app, { db, filesOf: media.filesOf, webRoot: deps.webRoot })

  if (deps.webRoot && existsSync(deps.webRoot)) {
    await serveWebClient(app, {
      root: deps.webRoot,
      knows: (path) => pageOfShort(path) !== null && knowsScreen(path),
      movedTo: (path) => pageOfShort(path) ?? null,
      startFor: openPageStarts({
        webRoot: deps.webRoot,
        isMember: async ({ headers }) => (await accounts.authenticate(headers)) !== null,
        lastEvent: realtime.lastEvent,
      }),
      headFor: async (path) =>
        (await headFor(db, deps.publicUrl, path)) ?? pageHead(db, deps.publicUrl, path),
    })
  }
  return app
}
