import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isIP } from 'node:net'
import { delimiter, isAbsolute, join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { RATES, type RateName } from '@nollie/contract'
import type { RateFigures } from './platform/http/index.ts'
import { LOG_LEVELS, type LogLevel } from './platform/log.ts'
import { StartRefused } from './platform/start-refused.ts'

/** What the operator decided; read once, the rest of the program never sees the environment. */
export type Config = Readonly<{
  port: number
  host: string
  /** Where people reach the product from outside; null: by the address it listens at. */
  publicUrl: URL | null
  /** Absolute path. */
  dataDir: string
  /** A PostgreSQL of the operator's; null: the embedded one under `dataDir`. */
  databaseUrl: string | null
  /** `smtp://` or `smtps://`; null: mails are files in `dataDir/outbox`. */
  smtpUrl: string | null
  /** `auto`, `shipped`, or the address of a MapLibre style. */
  mapStyle: string
  /** Path of a MaxMind database (MMDB) with the positions of addresses; null: no address is looked up. */
  geoipDb: string | null
  /** Outside services the browser may ask where its address is, after our own server. */
  locationServices: readonly string[]
  /** A Photon (`.../api`) or Nominatim (`.../search`) server for the place search; null: the shipped gazetteer. */
  placesUrl: string | null
  /** A key for Google's Places, which then answer the place search. */
  googleMapsKey: string | null
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy: boolean | string[]
  /** Figures that replace the shipped rate limits. */
  rates: RateFigures
  /** Store own copies of photos that are shared by their address. */
  fetchPhotoUrls: boolean
  /** Folders of programs, as PATH has them: where ffmpeg is looked for. */
  searchPath: string
  /** Path of tilemaker; null where none is installed. */
  tilemaker: string | null
  /** Who runs this installation, as the terms name them; null where nothing is set. */
  operator: Readonly<{ name: string | null; contact: string | null }>
  logLevel: LogLevel
  /** Milliseconds of lag after which a busy server refuses work. */
  busyAfterMs: number
  /** `NODE_ENV=development`, as `npm run dev` sets it: requests from this machine are the developer's. */
  isDevelopment: boolean
  /** What is allowed and likely a mistake, in one readable line each. */
  warnings: readonly string[]
  /** Variables that are set and belong to parts this version does not have. */
  unused: readonly string[]
}>

type Env = Record<string, string | undefined>

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const NOT_YET = [
  'DATABASE_REPLICA_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'NATS_URL',
] as const

const fromRoot = (path: string): string => (isAbsolute(path) ? path : join(ROOT, path))

const address = (schemes: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol),
      `must be an address like ${example}`,
    )
    .optional()

const RATE = /^(\w+)\.(user|ip)=(\d{1,9})\/(\d{1,6})$/

/** `sign_up.ip=100/1800, read.user=3000/300`: a rate's name, whom it counts, how many times in how many seconds. */
const rateFigures = (text: string): RateFigures | null => {
  const figures: { [N in RateName]?: { user?: [number, number]; ip?: [number, number] } } = {}
  for (const part of text.split(',')) {
    const [, name, side, times, seconds] = RATE.exec(part.trim()) ?? []
    if (!name || !(name in RATES)) return null
    figures[name as RateName] = {
      ...figures[name as RateName],
      [side as 'user']: [Number(times), Number(seconds)],
    }
  }
  return figures
}

const isNetwork = (text: string): boolean => {
  const [ip = '', bits = '0', ...more] = text.split('/')
  return (
    isIP(ip) > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
  )
}

// The shortest prefixes that networks of one's own have: 10.0.0.0/8, fc00::/7.
const SHORTEST_PREFIX = { 4: 8, 6: 7 } as const

const isHuge = (network: string): boolean => {
  const [ip = '', bits] = network.split('/')
  return bits !== undefined && Number(bits) < SHORTEST_PREFIX[isIP(ip) === 6 ? 6 : 4]
}

const warningsOf = (trustProxy: boolean | string[]): string[] => {
  const believed = trustProxy === true ? ['true'] : trustProxy === false ? [] : trustProxy.filter(isHuge)
  return believed.map(
    (text) =>
      `TRUST_PROXY=${text} believes the X-Forwarded-For of anybody who reaches this port: every limit by address can be gone around. Name your proxies, as in TRUST_PROXY=127.0.0.1`,
  )
}

const Variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, 'must be a port number from 1 to 65535')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address')
    .default('localhost'),
  PUBLIC_URL: address(['http:', 'https:'], 'https://nollie.example')
    .refine((text) => !text || !URL.canParse(text) || new URL(text).pathname === '/', 'must not have a path')
    .optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/nollie'),
  DATABASE_REPLICA_URL: address(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/nollie'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465'),
  S3_ENDPOINT: address(['http:', 'https:'], 'https://s3.example'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  NATS_URL: address(['nats:', 'tls:', 'ws:', 'wss:'], 'nats://host:4222'),
  MAP_STYLE_URL: z
    .string()
    .refine(
      (text) =>
        text === 'auto' ||
        text === 'shipped' ||
        (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
      'must be auto, shipped, or the address of a MapLibre style',
    )
    .default('auto'),
  PLACES_URL: address(['http:', 'https:'], 'https://photon.example/api'),
  GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'must be a key')
    .optional(),
  GEOIP_DB: z.string().optional(),
  LOCATION_SERVICES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (list) =>
        list.length <= 3 &&
        list.every((part) => URL.canParse(part) && /^https?:$/.test(new URL(part).protocol)),
      'must be up to three addresses like https://where.example/json, separated by commas',
    )
    .default([]),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) =>
        text === 'true' || text === 'false' || text.split(',').every((part) => isNetwork(part.trim())),
      'must be true, false, or addresses of proxies (10.0.0.1, 10.0.0.0/8) separated by commas',
    )
    .transform((text): boolean | string[] =>
      text === 'true' || text === 'false' ? text === 'true' : text.split(',').map((part) => part.trim()),
    )
    .default(false),
  RATE_LIMITS: z
    .string()
    .refine((text) => rateFigures(text) !== null, 'must be like sign_up.ip=100/1800, read.user=3000/300')
    .transform((text) => rateFigures(text) ?? {})
    .default({}),
  FETCH_PHOTO_URLS: z
    .enum(['on', 'off'], 'must be on or off')
    .transform((text) => text === 'on')
    .default(false),
  OPERATOR_NAME: z.string().trim().max(200, 'must be at most 200 characters').optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  BUSY_AFTER_MS: z
    .string()
    .regex(/^(0|[1-9]\d{1,5})$/, 'must be milliseconds, from 10 to 999999, or 0 for never')
    .transform(Number)
    .default(1000),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

/** Names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(Variables.shape)

/** Reads the environment into meaning. Throws StartRefused listing every error, one line each. */
export function readConfig(env: Env): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const { data, error } = Variables.safeParse(set)
  if (error) {
    throw new StartRefused(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'))
  }
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL ? new URL(data.PUBLIC_URL) : null,
    dataDir: fromRoot(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    smtpUrl: data.SMTP_URL ?? null,
    mapStyle: data.MAP_STYLE_URL,
    geoipDb: data.GEOIP_DB ? fromRoot(data.GEOIP_DB) : null,
    locationServices: data.LOCATION_SERVICES,
    placesUrl: data.PLACES_URL ?? null,
    googleMapsKey: data.GOOGLE_MAPS_KEY ?? null,
    trustProxy: data.TRUST_PROXY,
    rates: data.RATE_LIMITS,
    fetchPhotoUrls: data.FETCH_PHOTO_URLS,
    searchPath: env.PATH ?? '',
    tilemaker: onPath('tilemaker', env.PATH),
    operator: { name: data.OPERATOR_NAME ?? null, contact: data.CONTACT_EMAIL ?? null },
    logLevel: data.LOG_LEVEL,
    busyAfterMs: data.BUSY_AFTER_MS,
    isDevelopment: env.NODE_ENV === 'development',
    warnings: warningsOf(data.TRUST_PROXY),
    unused: NOT_YET.filter((name) => data[name] !== undefined),
  })
}

const onPath = (program: string, path = ''): string | null =>
  path
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => isAbsolute(file) && existsSync(file)) ?? null

/** The process's environment, filled up from the file `.env` beside the README where a variable is not set. */
export function environment(file: string = join(ROOT, '.env')): Env {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}
