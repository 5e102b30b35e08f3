import { isTrustedAddress } from './config-address.ts'
import { clientOf, type Env, listOf, required, Title } from './config-providers.ts'
import { type OpenIdSettings, plainDomain } from './modules/accounts/index.ts'
import { StartRefused } from './platform/start-refused.ts'

const ORGANIZATION = /^SSO_([A-Z0-9]{1,30})_(DOMAINS|ISSUER|CLIENT_ID|CLIENT_SECRET|TITLE)$/

const domainsOf = (env: Env, name: string): string[] =>
  listOf(required(env, name, 'the others of the organization')).map((one) => {
    const domain = plainDomain(one)
    if (!domain.includes('.')) throw new StartRefused(`${name} must be domains like club.example, not ${one}`)
    return domain
  })

const organizationOf = (env: Env, name: string): OpenIdSettings => {
  const prefix = `SSO_${name}`
  const small = name.toLowerCase()
  const title = Title.safeParse(env[`${prefix}_TITLE`] ?? name.charAt(0) + small.slice(1))
  if (!title.success) throw new StartRefused(`${prefix}_TITLE must be at most 40 characters`)
  const domains = domainsOf(env, `${prefix}_DOMAINS`)
  const issuer = required(env, `${prefix}_ISSUER`, `${prefix}_DOMAINS`)
  if (!isTrustedAddress(issuer))
    throw new StartRefused(`${prefix}_ISSUER must be an address like https://login.example`)
  const named = { prefix, provider: `sso-${small}`, title: title.data, issuer }
  return { ...clientOf(env, named, `${prefix}_ISSUER`), domains }
}

const requireOneOwner = (organizations: readonly OpenIdSettings[]): void => {
  const all = organizations.flatMap(({ domains }) => [...new Set(domains)])
  const twice = all.find((one, at) => all.indexOf(one) !== at)
  if (twice) throw new StartRefused(`${twice} must be in the _DOMAINS of one organization only`)
}

/**
 * Reads the organizations whose people sign in with the organization's own login: `SSO_<NAME>_*`. `unused` are variables
 * of this kind that this program does not know. @throws StartRefused for a wrong or missing value
 */
export const readOrganizations = (env: Env): { providers: OpenIdSettings[]; unused: string[] } => {
  const named = Object.keys(env).filter((name) => name.startsWith('SSO_') && env[name])
  const names = new Set(named.flatMap((name) => ORGANIZATION.exec(name)?.[1] ?? []))
  const providers = [...names].toSorted().map((name) => organizationOf(env, name))
  requireOneOwner(providers)
  return { providers, unused: named.filter((name) => !ORGANIZATION.test(name)) }
}
