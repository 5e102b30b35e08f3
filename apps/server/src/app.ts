import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from './db/open.ts'
import { rateCountsOf } from './db/rate-counts.ts'
import { type Listed, registerModules } from './module.ts'
import { accounts, sendersOf } from './modules/accounts/index.ts'
import { audit } from './modules/audit/index.ts'
import { blocks } from './modules/blocks/index.ts'
import { comments } from './modules/comments/index.ts'
import { content, type PhotoFetch } from './modules/content/index.ts'
import { discover } from './modules/discover/index.ts'
import { discussions } from './modules/discussions/index.ts'
import { follows } from './modules/follows/index.ts'
import { likes } from './modules/likes/index.ts'
import { map } from './modules/map/index.ts'
import { media, type MediaFigures } from './modules/media/index.ts'
import { mentions } from './modules/mentions/index.ts'
import { messages } from './modules/messages/index.ts'
import { auditHook, moderation } from './modules/moderation/index.ts'
import { myData } from './modules/my-data/index.ts'
import { notifications } from './modules/notifications/index.ts'
import { people } from './modules/people/index.ts'
import { places, type PlaceSettings } from './modules/places/index.ts'
import { posts } from './modules/posts/index.ts'
import { previews } from './modules/previews/index.ts'
import { profiles } from './modules/profiles/index.ts'
import { realtime, type RealtimeFigures } from './modules/realtime/index.ts'
import { saved } from './modules/saved/index.ts'
import { search } from './modules/search/index.ts'
import { spots, spotSide } from './modules/spots/index.ts'
import { streets } from './modules/streets/index.ts'
import { type ConnectionFigures, createHttpServer, type RateFigures, Rates } from './platform/http/index.ts'
import type { Jobs } from './platform/jobs/index.ts'
import { makeMailer, Outbox, outboxAccess } from './platform/mail/index.ts'
import { system } from './system.ts'
import { webClient } from './web-client.ts'

/** What the composition needs from outside; everything else it makes itself. */
export type AppDeps = {
  log: FastifyBaseLogger
  db: Db
  /** Where the database is, for the parts with their own connection to it (accounts, jobs, live events). */
  databaseUrl: string
  /** Not yet started: modules register their workers, the caller starts and stops it. */
  jobs: Jobs
  /** Folder of media, outbox and other files of this installation. */
  dataDir: string
  /** Where it listens: a name or an address. */
  host: string
  publicUrl: URL
  /** Signs what must not be forged; stored with the data. */
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
  /** Store own copies of photos that are shared by their address; null: they stay links. */
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

const OPEN_TILES = 'https://tiles.openfreemap.org'

const tileHostsOf = (mapStyle: string): string[] => {
  if (mapStyle === 'auto') return [OPEN_TILES]
  return URL.canParse(mapStyle) ? [new URL(mapStyle).origin] : []
}

/** The modules of a server, in the order in which they open; they close in the reverse one. */
export const modulesOf = (deps: AppDeps): readonly Listed[] => [
  accounts,
  profiles,
  blocks,
  media.with({ videoEncoder: deps.videoEncoder, figures: deps.media }),
  streets,
  places.with({
    geoipDb: deps.geoipDb ?? null,
    settings: deps.places ?? { url: null, googleKey: null },
  }),
  notifications,
  mentions,
  audit.with(auditHook(deps.jobs)),
  posts.with({ spots: spotSide }),
  spots,
  content.with({ photoFetch: deps.photoFetch ?? null }),
  discussions,
  messages,
  likes,
  saved,
  comments,
  follows,
  people,
  moderation,
  discover,
  search,
  map,
  realtime.with({ figures: deps.realtime }),
  myData,
  previews,
  system.with({
    mapStyle: deps.mapStyle,
    locationServices: deps.locationServices ?? [],
    operator: deps.operator ?? { name: null, contact: null },
    copiesPhotos: Boolean(deps.photoFetch),
    outboxAccess: outboxAccess({ ...deps, isDevelopment: deps.isDevelopment ?? false }),
  }),
  webClient,
]

/** Builds the whole server, ready to listen or to be injected requests. Closing it closes what it opened, not `db`. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { db, log, publicUrl } = deps
  const rates = new Rates(rateCountsOf(db), deps.rates)
  const outbox = new Outbox(join(deps.dataDir, 'outbox'))
  const mailer = makeMailer({ smtpUrl: deps.smtpUrl, publicUrl, outbox, log })
  const senders = sendersOf({ db, publicUrl })
  const app = await createHttpServer({
    log,
    rates,
    authenticate: ({ headers }) => senders.authenticate(headers),
    publicUrl,
    trustProxy: deps.trustProxy,
    tileHosts: tileHostsOf(deps.mapStyle),
    connectHosts: (deps.locationServices ?? []).map((service) => new URL(service).origin),
    checkAnswers: deps.checkAnswers ?? false,
    ...(deps.busyAfterMs === undefined ? {} : { busyAfterMs: deps.busyAfterMs }),
    ...(deps.connections && { connections: deps.connections }),
  })
  app.addHook('onClose', () => rates.close())
  app.addHook('onClose', () => mailer.close())
  await registerModules(app, { ...deps, rates, mailer, outbox }, modulesOf(deps))
  return app
}
