import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { PROXY_VARIABLES, proxyWarnings } from './config-proxies.ts'
import { ARCHIVE_VARIABLES, readArchiveSettings, archiveWarnings } from './config-archive.ts'
import { DATABASE_VARIABLES, requireDatabase } from './config-database.ts'
import { toDriverAddress } from './config-database-address.ts'
import { readEnvFile } from './config-env-file.ts'
import { describeUnknownNames } from './config-unknown-names.ts'
import { MAP_VARIABLES } from './config-map.ts'
import { readCdnSettings, checkStorage, s3Of, STORAGE_VARIABLES } from './config-storage.ts'
import { TELEMETRY_VARIABLES } from './config-telemetry.ts'
import { address, Port, Switch } from './config-values.ts'
import { AD_VARIABLES, readAds } from './config-ads.ts'
import { BREACHED_VARIABLES, readBreached } from './config-breached.ts'
import { CAPTCHA_VARIABLES, readCaptcha } from './config-captcha.ts'
import { PROVIDER_VARIABLES, readProviders } from './config-providers.ts'
import { readOrganizations } from './config-sso.ts'
import type { CaptchaSettings, Chain, ProviderSettings } from './modules/accounts/index.ts'
import { RATE_VARIABLES } from './config-rates.ts'
import {
  readCertificate,
  ENCRYPTION_VARIABLES,
  mayMailInTheClear,
  requireEncryption,
} from './config-encryption.ts'
import { type Env, withFiles } from './environment.ts'
import { SCANNER_VARIABLES } from './config-scanner.ts'
import { SERVICE_VARIABLES } from './config-services.ts'
import { SMS_VARIABLES, readSmsSettings } from './config-sms.ts'
import { NATIVE_VARIABLES, type NativeApps, readNativeApps } from './config-native.ts'
import { readTranslate, TRANSLATE_VARIABLES } from './config-translate.ts'
import { PUSH_VARIABLES, readPushRelay } from './config-push.ts'
import { readWeather, WEATHER_VARIABLES } from './config-weather.ts'
import { WALLET_VARIABLES } from './config-wallets.ts'
import type { AdSettings } from './modules/ads/index.ts'
import type { PushRelay } from './modules/push/index.ts'
import type { TranslateSettings } from './modules/translations/index.ts'
import type { S3Settings, StoreKind } from './platform/files/index.ts'
import type { RateFigures, ServerCertificate } from './platform/http/index.ts'
import type { SmsSettings } from './platform/sms/index.ts'
import type { LogLevel } from './platform/log.ts'
import { readTraceSettings, type TraceSettings } from './platform/telemetry/index.ts'
import { StartRefused } from './platform/start-refused.ts'

/** The operator's configuration, read once: the rest of the program never reads the environment. */
export type Config = Readonly<{
  port: number
  host: string
  /** The certificate presented to the proxy; null: uses HTTP, as with a proxy on the same machine. */
  certificate: ServerCertificate | null
  /** The product's public URL; null: the address it listens on. */
  publicUrl: URL | null
  /** Absolute path. */
  dataDir: string
  /** The operator's own PostgreSQL; null: the embedded one in `dataDir`. */
  databaseUrl: string | null
  /** The same database without the pooler in `databaseUrl`; null: there is no pooler. */
  databaseDirectUrl: string | null
  /** Streaming replicas of that database. */
  databaseReplicaUrls: readonly string[]
  /** `nats://` or `tls://`; null: live events use database signals. */
  natsUrl: string | null
  /** Signs sessions and links; null: uses the file `dataDir/secret`, created at the first start. */
  secret: string | null
  /** A bucket for uploads, photos, videos, and archives; null: they are files in `dataDir`. */
  s3: S3Settings | null
  /** Where new files are stored. With a bucket, files in the other place are read from there until they are moved. */
  mediaStore: StoreKind
  /** A CDN in front of the bucket. */
  cdn: Readonly<{ url: URL; secret: string }> | null
  /** The virus scanner for people's files; null: no scanning. */
  scanner: URL | null
  /** `smtp://` or `smtps://`; null: emails are files in `dataDir/outbox`. */
  smtpUrl: string | null
  /** Whether emails can be sent to that server unencrypted. */
  mailsInTheClear: boolean
  /**
   * The text message service and its countries; null: messages are files in `dataDir/outbox`, if that is shown at all.
   */
  sms: SmsSettings | null
  /** Push services in addition to the known ones, as origins. */
  pushServices: readonly string[]
  /** The relay that reaches native apps; null: they get no notifications. */
  pushRelay: PushRelay | null
  /** `auto`, `shipped`, or the URL of a MapLibre style. */
  mapStyle: string
  /** Path of a MaxMind database (MMDB) that maps IP addresses to positions; null: addresses are not located. */
  geoipDb: string | null
  /** External services that the browser can ask for its position, after our own server. */
  locationServices: readonly string[]
  /** A Photon (`.../api`) or Nominatim (`.../search`) server for the place search; null: the bundled gazetteer. */
  placesUrl: string | null
  /** A key for Google Places, which then provides the place search. */
  googleMapsKey: string | null
  /** The content of the ad slot. */
  ads: AdSettings
  /** The service that translates people's texts; null: none. */
  translate: TranslateSettings | null
  /** The weather service; null: none. */
  weather: ReturnType<typeof readWeather>
  /** The service that checks new passwords against breaches; null: only the bundled list is used. */
  breached: URL | null
  /** The CAPTCHA that replaces proof of work. */
  captcha: CaptchaSettings | null
  /** Services whose accounts can be used to sign in. */
  providers: readonly ProviderSettings[]
  /** Chains whose wallets can sign in. */
  wallets: readonly Chain[]
  /** The native apps that open links to this server. */
  native: NativeApps
  /** Whether admins need a second factor to use admin rights. */
  adminFactors: boolean
  withdrawsWorker: boolean
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: boolean | string[]
  /** Overrides of the default rate limits. */
  rates: RateFigures
  /** Whether to store copies of photos shared by URL. */
  fetchPhotoUrls: boolean
  /** Folders to search for programs such as ffmpeg, in the format of PATH. */
  searchPath: string
  /** Path of tilemaker; null if it is not installed. */
  tilemaker: string | null
  /** The operator as named in the terms; null if not configured. */
  operator: Readonly<{ name: string | null; contact: string | null }>
  /** Retention and maximum size of the embedded database's archive; null: no archive. */
  archive: Readonly<{ days: number; maxBytes: number }> | null
  logLevel: LogLevel
  /** Milliseconds of lag after which a busy server refuses requests. */
  busyAfterMs: number
  /** How `GET /metrics` is reached; not available without port and token. */
  metrics: Readonly<{ port: number | null; token: string | null }>
  /** Where spans are sent; null: no tracing. */
  traces: TraceSettings | null
  /** `NODE_ENV=development`, as set by `npm run dev`: requests from this machine come from the developer. */
  isDevelopment: boolean
  /** Settings that are valid but probably a mistake, one readable line each. */
  warnings: readonly string[]
  /** Unsupported variables of a standard. */
  unused: readonly string[]
}>

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const fromRoot = (path: string): string => (isAbsolute(path) ? path : join(ROOT, path))

const Variables = z.object({
  PORT: Port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('localhost'),
  PUBLIC_URL: address(['http:', 'https:'], 'https://nollie.example')
    .refine((text) => !text || !URL.canParse(text) || new URL(text).pathname === '/', 'must not have a path')
    .optional(),
  DATA_DIR: z.string().default('data'),
  SECRET: z.string().min(32, 'must be at least 32 random characters').optional(),
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
  ...ARCHIVE_VARIABLES,
  BUSY_AFTER_MS: z
    .string()
    .regex(/^(0|[1-9]\d{1,5})$/, 'must be milliseconds, from 10 to 999999, or 0 for never')
    .transform(Number)
    .default(1000),
  ...TELEMETRY_VARIABLES,
})

/** Names of all variables. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(Variables.shape),
  ...BREACHED_VARIABLES,
  ...CAPTCHA_VARIABLES,
  ...AD_VARIABLES,
  ...TRANSLATE_VARIABLES,
  ...WEATHER_VARIABLES,
  ...PUSH_VARIABLES,
  ...PROVIDER_VARIABLES,
]

/**
 * Parses the environment.
 * @throws StartRefused with all errors, one line each
 */
export function readConfig(env: Env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const { data, error } = Variables.superRefine(checkStorage).safeParse(set)
  if (error) {
    throw new StartRefused(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
  }
  requireDatabase(data)
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
    s3: s3Of(data),
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
    trustProxy: data.TRUST_PROXY,
    rates: { ...sms.rates, ...data.RATE_LIMITS },
    fetchPhotoUrls: data.FETCH_PHOTO_URLS,
    adminFactors: data.ADMIN_FACTORS,
    withdrawsWorker: data.WITHDRAW_WORKER,
    searchPath: env.PATH ?? '',
    tilemaker: onPath('tilemaker', env.PATH),
    operator: { name: data.OPERATOR_NAME ?? null, contact: data.CONTACT_EMAIL ?? null },
    archive: readArchiveSettings(data),
    logLevel: data.LOG_LEVEL,
    busyAfterMs: data.BUSY_AFTER_MS,
    metrics: { port: data.METRICS_PORT ?? null, token: data.METRICS_TOKEN ?? null },
    traces: traces.settings,
    isDevelopment: env.NODE_ENV === 'development',
    warnings: [...proxyWarnings(data.TRUST_PROXY), ...archiveWarnings(data)],
    unused: [...traces.unused, ...unused, ...organizations.unused],
  })
}

const onPath = (program: string, path = ''): string | null =>
  path
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => isAbsolute(file) && existsSync(file)) ?? null

const isVariable = (name: string): boolean => VARIABLES.includes(name) || /^(OIDC|SSO)_/.test(name)

/** Exports variables that libraries read from the environment, because those in the file `.env` are not in it. */
export function exportVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
}

/**
 * The process's environment, completed by the file `.env` next to the README and by files with single values. `notes`
 * describe the parts that were ignored.
 * @throws StartRefused for a file that can't be read
 */
export function readEnvironment(
  file: string = join(ROOT, '.env'),
  own: Env = process.env,
): { env: Env; notes: readonly string[] } {
  const { values, notes } = readEnvFile(file)
  const unknown = describeUnknownNames({
    inFile: Object.keys(values),
    inEnvironment: Object.keys(own),
    settings: VARIABLES,
    isSetting: isVariable,
  })
  return {
    env: withFiles({ ...values, ...own }, isVariable),
    notes: [...notes.map((note) => `${file}, ${note}.`), ...unknown],
  }
}
