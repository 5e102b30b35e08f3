import { z } from 'zod'
import { isTrustedAddress } from './address.ts'
import {
  appleKey,
  type AppleSettings,
  type GithubSettings,
  type OpenIdSettings,
  type ProviderSettings,
} from '../modules/accounts/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

const GOOGLE = 'https://accounts.google.com'
const APPLE = 'https://appleid.apple.com'
const GITHUB = 'https://github.com'
const GITHUB_API = 'https://api.github.com/'

/** Environment variables for the providers that have fixed names. */
export const PROVIDER_VARIABLES: readonly string[] = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_APP_CLIENT_IDS',
  'APPLE_CLIENT_ID',
  'APPLE_TEAM_ID',
  'APPLE_KEY_ID',
  'APPLE_PRIVATE_KEY',
  'APPLE_APP_CLIENT_IDS',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_URL',
]

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>

const OPEN_ID = /^OIDC_([A-Z0-9]{1,30})_(ISSUER|CLIENT_ID|CLIENT_SECRET|APP_CLIENT_IDS|TITLE)$/

/** A provider's display name. */
export const Title = z.string().trim().min(1).max(40)

/**
 * Returns a variable's value.
 * @throws StartRefused if the variable is missing although related ones are set
 */
export function requireSetting(env: Env, name: string, beside: string): string {
  const value = env[name]
  if (!value) throw new StartRefused(`${name} must be set with ${beside}`)
  return value
}

/** Splits a comma-separated list. */
export function parseList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** A provider with the prefix of its variables and its name in URLs. */
type Named = { prefix: string; provider: string; title: string; issuer: string }

/** Reads this server's client settings for OpenID Connect. */
export function readClientSettings(
  env: Env,
  { prefix, provider, title, issuer }: Named,
  beside: string,
): OpenIdSettings {
  return {
    kind: 'openid',
    provider,
    title,
    issuer: new URL(issuer),
    clientId: requireSetting(env, `${prefix}_CLIENT_ID`, beside),
    clientSecret: requireSetting(env, `${prefix}_CLIENT_SECRET`, beside),
    appClientIds: parseList(env[`${prefix}_APP_CLIENT_IDS`]),
    domains: null,
  }
}

function readOpenIdSettings(env: Env, name: string): OpenIdSettings {
  const prefix = `OIDC_${name}`
  const issuer = requireSetting(env, `${prefix}_ISSUER`, `the other ${prefix}_ variables`)
  if (!isTrustedAddress(issuer))
    throw new StartRefused(`${prefix}_ISSUER must be an address like https://login.example`)
  const small = name.toLowerCase()
  const title = Title.safeParse(env[`${prefix}_TITLE`] ?? name.charAt(0) + small.slice(1))
  if (!title.success) throw new StartRefused(`${prefix}_TITLE must be at most 40 characters`)
  const named = { prefix, provider: `oidc-${small}`, title: title.data, issuer }
  return readClientSettings(env, named, `${prefix}_ISSUER`)
}

const BESIDE_APPLE = 'the other APPLE_ variables'

function readAppleSettings(env: Env): AppleSettings {
  const key = appleKey(requireSetting(env, 'APPLE_PRIVATE_KEY', BESIDE_APPLE))
  if (!key) throw new StartRefused("APPLE_PRIVATE_KEY must be the text of Apple's .p8 file")
  return {
    kind: 'apple',
    provider: 'apple',
    title: 'Apple',
    issuer: new URL(APPLE),
    key,
    clientId: requireSetting(env, 'APPLE_CLIENT_ID', BESIDE_APPLE),
    teamId: requireSetting(env, 'APPLE_TEAM_ID', BESIDE_APPLE),
    keyId: requireSetting(env, 'APPLE_KEY_ID', BESIDE_APPLE),
    appClientIds: parseList(env.APPLE_APP_CLIENT_IDS),
  }
}

function readGithubSettings(env: Env): GithubSettings {
  const own = env.GITHUB_URL
  if (own && !isTrustedAddress(own))
    throw new StartRefused('GITHUB_URL must be an address like https://github.example')
  return {
    kind: 'github',
    provider: 'github',
    title: 'GitHub',
    site: new URL(own ?? GITHUB),
    api: own ? new URL('/api/v3/', own) : new URL(GITHUB_API),
    clientId: requireSetting(env, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'),
    clientSecret: requireSetting(env, 'GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID'),
  }
}

/**
 * Reads the sign-in providers: `GOOGLE_*`, `APPLE_*`, `GITHUB_*`, and `OIDC_<NAME>_*` for any other OpenID Connect
 * provider. `unused` lists unknown `OIDC_*` variables.
 * @throws StartRefused for an invalid or missing value
 */
export function readProviders(env: Env): { providers: ProviderSettings[]; unused: string[] } {
  const named = Object.keys(env).filter((name) => name.startsWith('OIDC_') && env[name])
  const names = new Set(named.flatMap((name) => OPEN_ID.exec(name)?.[1] ?? []))
  const google = { prefix: 'GOOGLE', provider: 'google', title: 'Google', issuer: GOOGLE }
  const isSet = (prefix: string) =>
    PROVIDER_VARIABLES.some((name) => name.startsWith(`${prefix}_`) && Boolean(env[name]))
  return {
    providers: [
      ...(isSet('GOOGLE') ? [readClientSettings(env, google, 'the other GOOGLE_ variable')] : []),
      ...(isSet('APPLE') ? [readAppleSettings(env)] : []),
      ...(isSet('GITHUB') ? [readGithubSettings(env)] : []),
      ...[...names].toSorted().map((name) => readOpenIdSettings(env, name)),
    ],
    unused: named.filter((name) => !OPEN_ID.test(name)),
  }
}
