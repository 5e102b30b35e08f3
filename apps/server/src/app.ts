import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MemberLicense } from '@nollie/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { NativeApps } from './config/native.ts'
import type { Db } from './db/open.ts'
import { type Reads, readsOfPrimary } from './db/read-replicas.ts'
import { createRateCounts } from './db/rate-counts.ts'
import { type Listed, registerModules, type Role } from './module.ts'
import {
  accounts,
  type AccountsOptions,
  captchaHosts,
  languagesOfAddress,
  createSenders,
} from './modules/accounts/index.ts'
import { ads, type AdSettings } from './modules/ads/index.ts'
import { importElements } from './import/import-elements.ts'
import { fileImporter } from './import/uploads/open-file.ts'
import { audiences } from './modules/audiences/index.ts'
import { audit } from './modules/audit/index.ts'
import { blocks } from './modules/blocks/index.ts'
import { mutes } from './modules/mutes/index.ts'
import { checks, reverseSettlement } from './modules/checks/index.ts'
import { busts } from './modules/busts/index.ts'
import { comments } from './modules/comments/index.ts'
import { conditions, type WeatherSettings } from './modules/conditions/index.ts'
import { content, type PhotoFetch } from './modules/content/index.ts'
import { crews } from './modules/crews/index.ts'
import { discover } from './modules/discover/index.ts'
import { drafts } from './modules/drafts/index.ts'
import { discussions } from './modules/discussions/index.ts'
import { facts, reverseFacts } from './modules/facts/index.ts'
import { follows } from './modules/follows/index.ts'
import { type ImportOptions, imports } from './modules/imports/index.ts'
import { likes } from './modules/likes/index.ts'
import { map } from './modules/map/index.ts'
import { type Cdn, media, type MediaFigures } from './modules/media/index.ts'
import { mentions } from './modules/mentions/index.ts'
import { meetups } from './modules/meetups/index.ts'
import { messages } from './modules/messages/index.ts'
import { digests } from './modules/digests/index.ts'
import { auditHook, moderation } from './modules/moderation/index.ts'
import { myData } from './modules/my-data/index.ts'
import { notifications } from './modules/notifications/index.ts'
import { people } from './modules/people/index.ts'
import { places, type PlaceSettings } from './modules/places/index.ts'
import { posts } from './modules/posts/index.ts'
import { previews } from './modules/previews/index.ts'
import { profiles } from './modules/profiles/index.ts'
import { push, type PushRelay } from './modules/push/index.ts'
import { events, type LiveEventFigures } from './modules/events/index.ts'
import { lists } from './modules/lists/index.ts'
import { saved } from './modules/saved/index.ts'
import { search } from './modules/search/index.ts'
import { forwardToMerged, spots, spotHooks } from './modules/spots/index.ts'
import { stewards } from './modules/stewards/index.ts'
import { streets } from './modules/streets/index.ts'
import { type TranslateSettings, translations } from './modules/translations/index.ts'
import { twins } from './modules/twins/index.ts'
import type { Storage } from './platform/files/index.ts'
import {
  type ConnectionFigures,
  createHttpServer,
  type RateFigures,
  RateLimiter,
} from './platform/http/index.ts'
import type { Bus } from './platform/message-bus.ts'
import type { Jobs } from './platform/jobs/index.ts'
import { makeMailer, Outbox, outboxAccess } from './platform/mail/index.ts'
import { makeSms, outboxSms, type SmsSettings } from './platform/sms/index.ts'
import type { Metrics } from './platform/telemetry/index.ts'
import { system } from './system/index.ts'
import { webClient } from './web-client.ts'
import { listBuiltLanguages } from './choose-page-language.ts'

/** External dependencies for {@link buildApp}, which creates everything else itself. */
export type AppDeps = {
  /** Defaults to both serving requests and running jobs. */
  role?: Role
  log: FastifyBaseLogger
  db: Db
  /** Reads from replicas; if absent, all reads use `db`. */
  reads?: Reads
  /** A connection string for modules that need a dedicated connection (accounts, jobs, live events). */
  databaseUrl: string
  /**
   * The job queue. It must not be started yet, because modules register their workers first. The caller starts and
   * stops it.
   */
  jobs: Jobs
  /** NATS for live events between processes; if absent, they use database notifications. */
  bus?: Bus | null
  /** The folder for the outbox, street maps, and this installation's other files. */
  dataDir: string
  /** Storage for uploads, photos, videos, and archives. */
  storage: Storage
  /** The CDN that browsers load photos and videos from, instead of this server. */
  cdn?: Cdn | null
  /** The virus scanner for people's files; null or absent means no scanning. */
  scanner?: URL | null
  /** The host name or IP address to listen on. */
  host: string
  publicUrl: URL
  /** The secret that signs tokens and links; stored with the data. */
  secret: string
  smtpUrl: string | null
  /** Whether to send emails to a mail server without encryption; off by default. */
  mailsInTheClear?: boolean
  /**
   * The text message service; if absent, messages go to the outbox, or aren't offered if the outbox can't be viewed.
   */
  sms?: SmsSettings | null
  /** Origins of additional push services. */
  pushServices?: readonly string[]
  /** The relay to native apps. */
  pushRelay?: PushRelay | null
  /** `auto`, `shipped`, or a style's URL. */
  mapStyle: string
  /** The path to a database that maps IP addresses to positions. */
  geoipDb?: string | null
  /** External services that the browser can query for its position. */
  locationServices?: readonly string[]
  /** The content of the ad slot; defaults to the admins' ads. */
  ads?: AdSettings
  /** The service that translates what people write. */
  translate?: TranslateSettings | null
  /** The weather service. */
  weather?: WeatherSettings | null
  /** The Overpass server for imports from OpenStreetMap. */
  imports: Omit<ImportOptions, 'importElements' | 'importer'>
  /** The place search provider that replaces the bundled gazetteer. */
  places?: PlaceSettings
  /** The operator's name and contact. */
  operator?: { name: string | null; contact: string | null }
  /** The license that the operator chose for spot data that members add; null or absent if none. */
  memberLicense?: MemberLicense | null
  trustProxy: boolean | string[]
  /** Whether to treat requests from the server's own machine as the developer's. */
  isDevelopment?: boolean
  /** The path to the video encoder; null if there is none on this machine. */
  videoEncoder: string | null
  /** Native apps that can open links to this server; defaults to none. */
  native?: NativeApps
  /** The folder with the built web client; null to serve only the API. */
  webRoot: string | null
  /** Whether devices should unregister their current service worker. */
  withdrawsWorker?: boolean
  /** Stores copies of photos shared by URL; null leaves them as links. */
  photoFetch?: PhotoFetch
  rates?: RateFigures
  media?: Partial<MediaFigures>
  events?: Partial<LiveEventFigures>
  /** Milliseconds of event loop lag after which requests are refused; 0 means never. */
  busyAfterMs?: number
  connections?: Partial<ConnectionFigures>
  /**
   * This process's metrics, and the token for reading them on this port; the token is null if they aren't available
   * here.
   */
  metrics?: { metrics: Metrics; token: string | null } | null
  /** Settings that can trigger a warning on the operator's page. */
  settings?: {
    publicUrl: URL | null
    trustsAnybody: boolean
    secretInFile: boolean
    unused: readonly string[]
  }
  /** Identity providers that people can sign in with. */
  accounts?: Partial<AccountsOptions>
  /** Whether to validate every response, including JSON built in SQL. */
  checkAnswers?: boolean
}

/** This program's version. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version

const OPEN_TILES = 'https://tiles.openfreemap.org'

function getTileHosts(mapStyle: string): string[] {
  if (mapStyle === 'auto') return [OPEN_TILES]
  return URL.canParse(mapStyle) ? [new URL(mapStyle).origin] : []
}

function getAdSettings({ ads: settings }: AppDeps): AdSettings {
  return settings ?? { kind: 'house', frame: null, banner: { android: null, ios: null } }
}

function getPhoneOptions(deps: AppDeps): AccountsOptions['phones'] {
  if (deps.sms) return { countries: deps.sms.countries }
  return outboxAccess({ ...deps, isDevelopment: false }).isPossible ? { countries: null } : null
}

/** Lists a server's modules in the order they open; they close in reverse order. */
export function listModules(deps: AppDeps): readonly Listed[] {
  return [
    accounts.with({ providers: [], phones: getPhoneOptions(deps), ...deps.accounts }),
    profiles,
    blocks,
    mutes,
    audiences,
    media.with({
      videoEncoder: deps.videoEncoder,
      cdn: deps.cdn ?? null,
      scanner: deps.scanner ?? null,
      figures: deps.media,
    }),
    streets,
    places.with({
      geoipDb: deps.geoipDb ?? null,
      settings: deps.places ?? { url: null, googleKey: null },
    }),
    drafts,
    notifications,
    crews,
    mentions,
    audit.with(auditHook(deps.jobs)),
    posts.with({ spots: spotHooks }),
    spots,
    content.with({ photoFetch: deps.photoFetch ?? null }),
    discussions,
    messages,
    push.with({
      hosts: deps.pushServices ?? [],
      relay: deps.pushRelay ?? null,
      app: deps.native?.id ?? 'app.nollie',
    }),
    likes,
    saved,
    lists,
    meetups,
    comments,
    busts,
    conditions.with({ settings: deps.weather ?? null }),
    follows,
    people,
    stewards,
    facts,
    imports.with({ ...deps.imports, importElements, importer: fileImporter }),
    moderation.with({ settle: reverseSettlement, facts: reverseFacts }),
    checks,
    twins,
    digests,
    discover,
    search,
    map.with({ memberLicense: deps.memberLicense ?? null }),
    events.with({ figures: deps.events }),
    myData,
    previews,
    translations.with({ settings: deps.translate ?? null }),
    ads.with({ settings: getAdSettings(deps) }),
    system.with({
      mapStyle: deps.mapStyle,
      locationServices: deps.locationServices ?? [],
      operator: deps.operator ?? { name: null, contact: null },
      copiesPhotos: Boolean(deps.photoFetch),
      ads: getAdSettings(deps),
      native: deps.native ?? { id: '', fingerprints: [], team: null },
      version: VERSION,
      metrics: deps.metrics ?? null,
      configured: {
        smtpUrl: deps.smtpUrl,
        busyAfterMs: deps.busyAfterMs ?? 1_000,
        ...(deps.settings ?? {
          publicUrl: deps.publicUrl,
          trustsAnybody: false,
          secretInFile: false,
          unused: [],
        }),
      },
      outboxAccess: outboxAccess({ ...deps, isDevelopment: deps.isDevelopment ?? false }),
    }),
    webClient,
  ]
}

/**
 * Builds the whole server, ready to listen or to receive injected requests. Closing it closes everything it opened,
 * except `db`.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, log, publicUrl } = deps
  const reads = deps.reads ?? readsOfPrimary(db)
  const rates = new RateLimiter(createRateCounts(db), deps.rates)
  const outbox = new Outbox(join(deps.dataDir, 'outbox'))
  const mailer = makeMailer({
    smtpUrl: deps.smtpUrl,
    inTheClear: deps.mailsInTheClear ?? false,
    publicUrl,
    outbox,
    log,
    findLanguages: (address) => languagesOfAddress(db, address),
  })
  const senders = createSenders({ db, publicUrl, adminFactors: deps.accounts?.adminFactors })
  const sms = deps.sms ? makeSms({ url: deps.sms.url, log }) : outboxSms(outbox)
  const app = await createHttpServer({
    log,
    rates,
    authenticate: ({ headers }) => senders.authenticate(headers),
    publicUrl,
    trustProxy: deps.trustProxy,
    tileHosts: getTileHosts(deps.mapStyle),
    mediaHosts: deps.cdn ? [deps.cdn.url.origin] : [],
    captchaHosts: deps.accounts?.captcha ? captchaHosts(deps.accounts.captcha) : [],
    frameHosts: [getAdSettings(deps).frame?.origin ?? []].flat(),
    connectHosts: (deps.locationServices ?? []).map((service) => new URL(service).origin),
    checkAnswers: deps.checkAnswers ?? false,
    languages: deps.webRoot ? listBuiltLanguages(deps.webRoot) : [],
    forwardRefused: forwardToMerged(db),
    position: reads.position,
    ...(deps.busyAfterMs === undefined ? {} : { busyAfterMs: deps.busyAfterMs }),
    ...(deps.connections && { connections: deps.connections }),
  })
  app.addHook('onClose', () => rates.close())
  app.addHook('onClose', () => mailer.close())
  const role = deps.role ?? { serves: true, works: true }
  await registerModules(
    app,
    { ...deps, role, reads, bus: deps.bus ?? null, rates, mailer, sms, outbox },
    listModules(deps),
  )
  return app
}
