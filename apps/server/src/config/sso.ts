import { readFileSync } from 'node:fs'
import { isTrustedAddress } from './address.ts'
import { readClientSettings, type Env, parseList, requireSetting, Title } from './providers.ts'
import { type OpenIdSettings, plainDomain, type SamlSettings } from '../modules/accounts/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { readMetadata } from '../saml-metadata.ts'

/** An organization's settings for either protocol. */
type Organization = (OpenIdSettings & { domains: readonly string[] }) | SamlSettings
/** Makes a configured path absolute. */
type FromRoot = (path: string) => string

const ORGANIZATION = /^SSO_([A-Z0-9]{1,30})_(DOMAINS|ISSUER|CLIENT_ID|CLIENT_SECRET|SAML_METADATA|TITLE)$/

function readDomains(env: Env, name: string): string[] {
  return parseList(requireSetting(env, name, 'the other variables of the organization')).map((one) => {
    const domain = plainDomain(one)
    if (!domain.includes('.')) throw new StartRefused(`${name} must be domains like club.example, not ${one}`)
    return domain
  })
}

function readFileText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartRefused(`${name} must be the path of a file that can be read`)
  }
}

// Unlike an issuer, a sign-on URL can have a query string.
function isSignOn(text: string): boolean {
  if (!URL.canParse(text)) return false
  const address = new URL(text)
  address.search = ''
  return isTrustedAddress(address.href)
}

type Named = { prefix: string; provider: string; title: string; domains: readonly string[] }

function bySaml({ prefix, ...named }: Named, path: string): SamlSettings {
  const name = `${prefix}_SAML_METADATA`
  const described = readMetadata(readFileText(name, path), isSignOn)
  if (typeof described === 'string') throw new StartRefused(`${name} ${described}`)
  return { kind: 'saml', ...named, ...described }
}

function byOpenId(env: Env, named: Named): Organization {
  const { prefix, domains } = named
  const issuer = requireSetting(env, `${prefix}_ISSUER`, `${prefix}_DOMAINS, or ${prefix}_SAML_METADATA`)
  if (!isTrustedAddress(issuer))
    throw new StartRefused(`${prefix}_ISSUER must be an address like https://login.example`)
  return { ...readClientSettings(env, { ...named, issuer }, `${prefix}_ISSUER`), domains }
}

function readOrganization(env: Env, name: string, fromRoot: FromRoot): Organization {
  const prefix = `SSO_${name}`
  const small = name.toLowerCase()
  const title = Title.safeParse(env[`${prefix}_TITLE`] ?? name.charAt(0) + small.slice(1))
  if (!title.success) throw new StartRefused(`${prefix}_TITLE must be at most 40 characters`)
  const domains = readDomains(env, `${prefix}_DOMAINS`)
  const named = { prefix, provider: `sso-${small}`, title: title.data, domains }
  const metadata = env[`${prefix}_SAML_METADATA`]
  if (!metadata) return byOpenId(env, named)
  if (env[`${prefix}_ISSUER`])
    throw new StartRefused(`${prefix}_SAML_METADATA must not be set with ${prefix}_ISSUER`)
  return bySaml(named, fromRoot(metadata))
}

function requireOneOwner(organizations: readonly Organization[]): void {
  const all = organizations.flatMap(({ domains }) => [...new Set(domains)])
  const twice = all.find((one, at) => all.indexOf(one) !== at)
  if (twice) throw new StartRefused(`${twice} must be in the _DOMAINS of one organization only`)
}

/**
 * Reads the organizations whose members can sign in through the organization's own login: `SSO_<NAME>_*`. `unused`
 * lists unknown variables with this prefix.
 * @throws StartRefused for an invalid or missing value
 */
export function readOrganizations(
  env: Env,
  fromRoot: FromRoot,
): { providers: Organization[]; unused: string[] } {
  const named = Object.keys(env).filter((name) => name.startsWith('SSO_') && env[name])
  const names = new Set(named.flatMap((name) => ORGANIZATION.exec(name)?.[1] ?? []))
  const providers = [...names].toSorted().map((name) => readOrganization(env, name, fromRoot))
  requireOneOwner(providers)
  return { providers, unused: named.filter((name) => !ORGANIZATION.test(name)) }
}
