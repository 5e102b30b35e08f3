import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MEMBER_LICENSES, type MemberLicense } from '@nollie/contract/open-data/member-licenses'
import { z } from 'zod'
import { PROXY_VARIABLES, findProxyWarnings } from './config/proxies.ts'
import { ARCHIVE_VARIABLES, readArchiveSettings, archiveWarnings } from './config/archive.ts'
import { DATABASE_VARIABLES, requireDatabase } from './config/database.ts'
import { toDriverAddress } from './config/database-address.ts'
import { readEnvFile } from './config/env-file.ts'
import { describeInvisible } from './config/invisible-characters.ts'
import { describeUnknownNames } from './config/unknown-names.ts'
import { MAP_VARIABLES } from './config/map.ts'
import { readCdnSettings, checkStorage, toS3Settings, STORAGE_VARIABLES } from './config/storage.ts'
import { TELEMETRY_VARIABLES } from './config/telemetry.ts'
import { address, Port, siteAddress, Switch } from './config/values.ts'
import { AD_VARIABLES, readAds } from './config/ads.ts'
import { BREACHED_VARIABLES, readBreached } from './config/breached.ts'
import { CAPTCHA_VARIABLES, readCaptcha } from './config/captcha.ts'
import { PROVIDER_VARIABLES, readProviders } from './config/providers.ts'
import { readOrganizations } from './config/sso.ts'
import type { CaptchaSettings, Chain, ProviderSettings } from './modules/accounts/index.ts'
import { RATE_VARIABLES } from './config/rates.ts'
import {
  readCertificate,
  ENCRYPTION_VARIABLES,
  mayMailInTheClear,
  requireEncryption,
} from './config/encryption.ts'
import { type Env, withFiles } from './environment.ts'
import { SCANNER_VARIABLES } from './config/scanner.ts'
import { SERVICE_VARIABLES } from './config/services.ts'
import { SMS_VARIABLES, readSmsSettings } from './config/sms.ts'
import { NATIVE_VARIABLES, type NativeApps, readNativeApps } from './config/native.ts'
import { readTranslate, TRANSLATE_VARIABLES } from './config/translate.ts'
import { PUSH_VARIABLES, readPushRelay } from './config/push.ts'
import { OVERPASS_VARIABLES, readOverpass } from './config/overpass.ts'
import { readWeather, WEATHER_VARIABLES } from './config/weather.ts'
import { WALLET_VARIABLES } from './config/wallets.ts'
import type { AdSettings } from './modules/ads/index.ts'
import type { PushRelay } from './modules/push/index.ts'
import type { TranslateSettings } from './modules/translations/index.ts'
import type { S3Settings, StoreKind } from './platform/files/index.ts'
import type { RateFigures, ServerCertificate } from './platform/http/index.ts'
import type { SmsSettings } from './platform/sms/index.ts'
import type { LogLevel } from './platform/log.ts'
import { readTraceSettings, type TraceSettings } from './platform/telemetry/index.ts'
import { StartRefused } from './platform/start-refused.ts'

/** The operator's configuration. It's read once; the rest of the program never reads the environment. */
export type Config = Readonly<{
  port: number
  host: string
  /** The certificate for TLS connections from a proxy; null for HTTP, for example with a proxy on the same machine. */
  certificate: ServerCertificate | null
  /** The product's public URL; null means the URL that the server listens on. */
  publicUrl: URL | null
  /** The data directory's absolute path. */
  dataDir: string
  /** The URL of the operator's own PostgreSQL; null for the embedded one in `dataDir`. */
  databaseUrl: string | null
  /** The URL of the same database without the pooler in `databaseUrl`; null if there is no pooler. */
  databaseDirectUrl: string | null
  /** URLs of this database's streaming replicas. */
  databaseReplicaUrls: readonly string[]
  /** `nats://` or `tls://`; null means that live events use database notifications. */
  natsUrl: string | null
  /** The secret that signs links and refresh tokens; null for the file `dataDir/secret`, created at the first start. */
  secret: string | null
  /** The bucket for uploads, photos, videos, and archives; null to store them in `dataDir`. */
  s3: S3Settings | null
  /** Where new files are stored. With a bucket, files that haven't been moved yet are read from the other location. */
  mediaStore: StoreKind
  /** The CDN in front of the bucket. */
  cdn: Readonly<{ url: URL; secret: string }> | null
  /** The virus scanner for people's files; null means no scanning. */
  scanner: URL | null
  /** `smtp://` or `smtps://`; null to store emails as files in `dataDir/outbox`. */
  smtpUrl: string | null
  /** Whether emails can be sent to this mail server without encryption. */
  mailsInTheClear: boolean
  /** The text message service and its countries; null to store messages in `dataDir/outbox`, if it can be viewed. */
  sms: SmsSettings | null
  /** Origins of push services in addition to the known ones. */
  pushServices: readonly string[]
  /** The relay to native apps; null means that they get no notifications. */
  pushRelay: PushRelay | null
  /** `auto`, `shipped`, or the URL of a MapLibre style. */
  mapStyle: string
  /** The path to a MaxMind database (MMDB) that maps IP addresses to positions; null to skip this. */
  geoipDb: string | null
  /** External services that the browser can query for its position if our own server doesn't know it. */
  locationServices: readonly string[]
  /** A Photon (`.../api`) or Nominatim (`.../search`) server for place search; null for the bundled gazetteer. */
  placesUrl: string | null
  /** A key for Google Places, which then does the place search. */
  googleMapsKey: string | null
  /** The content of the ad slot. */
  ads: AdSettings
  /** The service that translates what people write; null if there is none. */
  translate: TranslateSettings | null
  /** The weather service; null if there is none. */
  weather: ReturnType<typeof readWeather>
  /** The API of the Overpass server for imports from OpenStreetMap. */
  overpass: URL
  /** The service that checks new passwords against data breaches; null to check only the bundled list. */
  breached: URL | null
  /** The CAPTCHA that replaces proof of work. */
  captcha: CaptchaSettings | null
  /** Providers whose accounts people can sign in with. */
  providers: readonly ProviderSettings[]
  /** Blockchains whose wallets can sign in. */
  wallets: readonly Chain[]
  /** Native apps that can open links to this server. */
  native: NativeApps
  /** Whether admins need a second factor to use admin rights. */
  adminFactors: boolean
  withdrawsWorker: boolean
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: boolean | string[]
  /** Overrides for the default rate limits. */
  rates: RateFigures
  /** Whether to store copies of photos shared by URL. */
  fetchPhotoUrls: boolean
  /** Folders to search for programs such as ffmpeg, in the format of `PATH`. */
  searchPath: string
  /** The path to tilemaker; null if it isn't installed. */
  tilemaker: string | null
  /** The operator's name and contact in the terms; null if not configured. */
  operator: Readonly<{ name: string | null; contact: string | null }>
  /** The license of spot data that members add; null if the operator hasn't chosen one. */
  memberLicense: MemberLicense | null
  /** Retention and maximum size of the embedded database's archive; null for no archive. */
  archive: Readonly<{ days: number; maxBytes: number }> | null
  logLevel: LogLevel
  /** Milliseconds of event loop lag after which a busy server refuses requests. */
  busyAfterMs: number
  /** How to access `GET /metrics`; not available if both are null. */
  metrics: Readonly<{ port: number | null; token: string | null }>
  /** Where to send spans; null for no tracing. */
  traces: TraceSettings | null
  /** `NODE_ENV=development`, as set by `npm run dev`: requests from this machine come from the developer. */
  isDevelopment: boolean
  /** Settings that are valid but probably a mistake, one readable line each. */
  warnings: readonly string[]
  /** OpenTelemetry variables that are set but not supported. */
  unused: readonly string[]
}>

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

function fromRoot(path: string): string {
  return isAbsolute(path) ? path : join(ROOT, path)
}

/** Only a shell replaces these; in a settings file, they would become the names of folders. */
const WHOLE_PATH = /^(?!~|.*\$[A-Za-z_{])/
/** Addresses of network folders, which would become the names of folders too. */
const MOUNTED_PATH = /^(?![a-z][a-z\d+.-]*:|\/\/|\\\\)/i

/** A command or reference that nothing replaced would be a secret that everyone can guess. */
const WRITTEN_OUT = /^(?!\$[({])/

const Variables = z.object({
  PORT: Port.default(3000),
  HOST: z
    .string()
    .regex(/^([\w.:-]+|\[[\da-f.:]+\])$/i, 'must be a host name or an IP address')
    // URLs have brackets around IPv6 addresses.
    .transform((host) => host.replaceAll(/[[\]]/g, ''))
    .default('localhost'),
  PUBLIC_URL: siteAddress('https://nollie.example'),
  DATA_DIR: z
    .string()
    .trim()
    .regex(WHOLE_PATH, "must be a whole path; ~ and $NAME aren't replaced")
    .regex(MOUNTED_PATH, 'must be the path of a folder; mount a network folder first')
    .default('data'),
  SECRET: z
    .string()
    .min(32, 'must be at least 32 random characters')
    .regex(WRITTEN_OUT, "must be the secret; $(...) isn't run, and ${...} isn't replaced")
    .optional(),
  ...DATABASE_VARIABLES,
  ...SMS_VARIABLES,
  ...WALLET_VARIABLES,
  ...NATIVE_VARIABLES,
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465'),
  ...STORAGE_VARIABLES,
  NATS_URL: z
    .string()
    .refine(
      (text) =>
        text
          .split(',')
          .every((one) => URL.canParse(one.trim()) && /^(nats|tls):$/.test(new URL(one.trim()).protocol)),
      'must be an address like nats://host:4222, or several separated by commas',
    )
    .optional(),
  ...MAP_VARIABLES,
  ...SERVICE_VARIABLES,
  ...SCANNER_VARIABLES,
  ...ENCRYPTION_VARIABLES,
  ...PROXY_VARIABLES,
  ...RATE_VARIABLES,
  FETCH_PHOTO_URLS: Switch,
  ADMIN_FACTORS: Switch,
  WITHDRAW_WORKER: Switch,
  OPERATOR_NAME: z.string().trim().max(200, 'must be at most 200 characters').optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  MEMBER_LICENSE: z.enum(MEMBER_LICENSES, `must be ${MEMBER_LICENSES.join(' or ')}`).optional(),
  ...ARCHIVE_VARIABLES,
  BUSY_AFTER_MS: z
    .string()
    .regex(/^(0|[1-9]\d{1,5})$/, 'must be milliseconds, from 10 to 999999, or 0 for never')
    .transform(Number)
    .default(1000),
  ...TELEMETRY_VARIABLES,
})

/** The names of all environment variables. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(Variables.shape),
  ...BREACHED_VARIABLES,
  ...CAPTCHA_VARIABLES,
  ...AD_VARIABLES,
  ...TRANSLATE_VARIABLES,
  ...WEATHER_VARIABLES,
  ...OVERPASS_VARIABLES,
  ...PUSH_VARIABLES,
  ...PROVIDER_VARIABLES,
]

/**
 * Parses the environment.
 * @throws StartRefused with all errors, one per line
 */
export function readConfig(env: Env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const { data, error } = Variables.superRefine(checkStorage).safeParse(set)
  if (error) {
    throw new StartRefused(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
  }
  requireDatabase(data, set)
  const traces = readTraceSettings(set)
  const unencrypted = data.UNENCRYPTED_HOSTS
  requireEncryption(
    {
      DATABASE_URL: [data.DATABASE_URL],
      DATABASE_DIRECT_URL: [data.DATABASE_DIRECT_URL],
      DATABASE_REPLICA_URL: data.DATABASE_REPLICA_URL,
      NATS_URL: [data.NATS_URL],
      S3_ENDPOINT: [data.S3_ENDPOINT],
      CLAMD_URL: [data.CLAMD_URL?.href],
      PLACES_URL: [data.PLACES_URL],
      OTEL_EXPORTER_OTLP_ENDPOINT: [set.OTEL_EXPORTER_OTLP_ENDPOINT],
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT],
    },
    unencrypted,
  )
  const { providers, unused } = readProviders(set)
  const organizations = readOrganizations(set, fromRoot)
  const sms = readSmsSettings(data)
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    certificate: readCertificate(data),
    publicUrl: data.PUBLIC_URL ? new URL(data.PUBLIC_URL) : null,
    dataDir: fromRoot(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ? toDriverAddress(data.DATABASE_URL) : null,
    databaseDirectUrl: data.DATABASE_DIRECT_URL ? toDriverAddress(data.DATABASE_DIRECT_URL) : null,
    databaseReplicaUrls: data.DATABASE_REPLICA_URL.map(toDriverAddress),
    natsUrl: data.NATS_URL ?? null,
    secret: data.SECRET ?? null,
    s3: toS3Settings(data),
    mediaStore: data.MEDIA_STORE ?? (data.S3_BUCKET ? 's3' : 'disk'),
    cdn: readCdnSettings(data),
    scanner: data.CLAMD_URL ?? null,
    smtpUrl: data.SMTP_URL ?? null,
    mailsInTheClear: mayMailInTheClear(data.SMTP_URL, unencrypted),
    sms: sms.settings,
    pushServices: data.PUSH_SERVICES,
    pushRelay: readPushRelay(set),
    mapStyle: data.MAP_STYLE_URL,
    geoipDb: data.GEOIP_DB ? fromRoot(data.GEOIP_DB) : null,
    locationServices: data.LOCATION_SERVICES,
    placesUrl: data.PLACES_URL ?? null,
    googleMapsKey: data.GOOGLE_MAPS_KEY ?? null,
    providers: [...providers, ...organizations.providers],
    wallets: data.WALLETS,
    native: readNativeApps(data),
    breached: readBreached(set),
    captcha: readCaptcha(set),
    ads: readAds(set),
    translate: readTranslate(set),
    weather: readWeather(set),
    overpass: readOverpass(set),
    trustProxy: data.TRUST_PROXY,
    rates: { ...sms.rates, ...data.RATE_LIMITS },
    fetchPhotoUrls: data.FETCH_PHOTO_URLS,
    adminFactors: data.ADMIN_FACTORS,
    withdrawsWorker: data.WITHDRAW_WORKER,
    searchPath: env.PATH ?? '',
    tilemaker: onPath('tilemaker', env.PATH),
    operator: { name: data.OPERATOR_NAME ?? null, contact: data.CONTACT_EMAIL ?? null },
    memberLicense: data.MEMBER_LICENSE ?? null,
    archive: readArchiveSettings(data),
    logLevel: data.LOG_LEVEL,
    busyAfterMs: data.BUSY_AFTER_MS,
    metrics: { port: data.METRICS_PORT ?? null, token: data.METRICS_TOKEN ?? null },
    traces: traces.settings,
    isDevelopment: env.NODE_ENV === 'development',
    warnings: [...findProxyWarnings(data.TRUST_PROXY), ...archiveWarnings(data)],
    unused: [...traces.unused, ...unused, ...organizations.unused],
  })
}

function onPath(program: string, path = ''): string | null {
  return (
    path
      .split(delimiter)
      .map((folder) => join(folder, program))
      .find((file) => isAbsolute(file) && existsSync(file)) ?? null
  )
}

function isVariable(name: string): boolean {
  return VARIABLES.includes(name) || /^(OIDC|SSO)_/.test(name)
}

/** Exports variables to the environment for libraries that read it, since `.env` variables aren't in it. */
export function exportVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
}

/** Variables of PostgreSQL's own programs that the driver also reads. They may only complete a login. */
const LOGIN_VARIABLES = /^PG(DATABASE|PASSFILE|PASSWORD|PORT|USER)$/

/**
 * Removes variables that an operator's shell may have for PostgreSQL's own programs. The driver would apply them to every
 * connection that doesn't set the value itself, including those to the embedded database.
 */
export function dropDriverVariables(env: Env = process.env): void {
  for (const name of Object.keys(env))
    if (/^PG[A-Z]/.test(name) && !LOGIN_VARIABLES.test(name)) delete env[name]
}

/**
 * Returns the process's environment plus variables from the `.env` file next to the README and from files that each
 * contain a single value. `notes` describe parts that were ignored.
 * @throws StartRefused for a file that can't be read
 */
export function readEnvironment(
  file: string = join(ROOT, '.env'),
  own: Env = process.env,
): { env: Env; notes: readonly string[] } {
  const { values, notes, lines } = readEnvFile(file, isVariable)
  const unknown = describeUnknownNames({
    inFile: lines,
    inEnvironment: Object.keys(own),
    settings: VARIABLES,
    isSetting: isVariable,
  })
  const env = withFiles({ ...values, ...own }, isVariable)
  return {
    env,
    notes: [...notes.map((note) => `${file}, ${note}.`), ...unknown, ...describeInvisible(env, isVariable)],
  }
}
