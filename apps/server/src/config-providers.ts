import { z } from 'zod'
import type { ProviderSettings } from './modules/accounts/index.ts'
import { StartRefused } from './platform/start-refused.ts'

const GOOGLE = 'https://accounts.google.com'
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Variables of the providers that have a name of their own. */
export const PROVIDER_VARIABLES: readonly string[] = [
  ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_APP_CLIENT_IDS'],
]

type Env = Readonly<Record<string, string | undefined>>

const OPEN_ID = /^OIDC_([A-Z0-9]{1,30})_(ISSUER|CLIENT_ID|CLIENT_SECRET|APP_CLIENT_IDS|TITLE)$/

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, search, hash } = new URL(text)
  const isPrivate = protocol === 'http:' && LOOPBACK.has(hostname)
  return (protocol === 'https:' || isPrivate) && !username && !search && !hash
}

const Title = z.string().trim().min(1).max(40)

const required = (env: Env, name: string, beside: string): string => {
  const value = env[name]
  if (!value) throw new StartRefused(`${name} must be set with ${beside}`)
  return value
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

type Named = { prefix: string; provider: string; title: string; issuer: string }

const clientOf = (
  env: Env,
  { prefix, provider, title, issuer }: Named,
  beside: string,
): ProviderSettings => ({
  ...{ provider, title, issuer: new URL(issuer) },
  clientId: required(env, `${prefix}_CLIENT_ID`, beside),
  clientSecret: required(env, `${prefix}_CLIENT_SECRET`, beside),
  appClientIds: listOf(env[`${prefix}_APP_CLIENT_IDS`]),
})

const openIdOf = (env: Env, name: string): ProviderSettings => {
  const prefix = `OIDC_${name}`
  const issuer = required(env, `${prefix}_ISSUER`, `the other ${prefix}_ variables`)
  if (!isAddress(issuer))
    throw new StartRefused(`${prefix}_ISSUER must be an address like https://login.example`)
  const small = name.toLowerCase()
  const title = Title.safeParse(env[`${prefix}_TITLE`] ?? name.charAt(0) + small.slice(1))
  if (!title.success) throw new StartRefused(`${prefix}_TITLE must be at most 40 characters`)
  const named = { prefix, provider: `oidc-${small}`, title: title.data, issuer }
  return clientOf(env, named, `${prefix}_ISSUER`)
}

/**
 * Reads the providers with which people sign in: `GOOGLE_*`, and `OIDC_<NAME>_*` for any other that speaks OpenID
 * Connect. `unused` are variables of the latter kind that this program does not know.
 * @throws StartRefused for a wrong or missing value
 */
export const readProviders = (env: Env): { providers: ProviderSettings[]; unused: string[] } => {
  const named = Object.keys(env).filter((name) => name.startsWith('OIDC_') && env[name])
  const names = new Set(named.flatMap((name) => OPEN_ID.exec(name)?.[1] ?? []))
  const google = { prefix: 'GOOGLE', provider: 'google', title: 'Google', issuer: GOOGLE }
  const isGoogle = Boolean(env.GOOGLE_CLIENT_ID || env.GOOGLE_CLIENT_SECRET)
  return {
    providers: [
      ...(isGoogle ? [clientOf(env, google, 'the other one of Google')] : []),
      ...[...names].toSorted().map((name) => openIdOf(env, name)),
    ],
    unused: named.filter((name) => !OPEN_ID.test(name)),
  }
}
