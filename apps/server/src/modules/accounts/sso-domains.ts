import { domainToASCII, domainToUnicode } from 'node:url'

/** Characters that a URL parser would decode, or that would end the domain. */
const FOREIGN = /[%:/?#@\\[\]\s]/

/** A domain in its DNS form; empty if it is invalid. */
export const plainDomain = (text: string): string => {
  const domain = text.trim().replace(/\.$/, '')
  return FOREIGN.test(domain) ? '' : domainToASCII(domain)
}

/** An address as people write it, with internationalized letters; the DNS form is stored. */
export const toReadableEmail = (email: string): string => {
  const at = email.lastIndexOf('@') + 1
  return `${email.slice(0, at)}${domainToUnicode(email.slice(at)) || email.slice(at)}`
}

/** Whether an address is exactly at one of these domains, not at a subdomain. */
export const isOwnAddress = (email: string, domains: readonly string[]): boolean =>
  domains.includes(plainDomain(email.slice(email.lastIndexOf('@') + 1)))

/** Whether a provider is the organization a person means, by their address's domain or by its name. */
export const isOrganizationOf = (
  { provider, domains }: { provider: string; domains: readonly string[] | null },
  meant: { domain?: string | undefined; provider?: string | undefined },
): boolean => {
  if (!domains) return false
  return meant.domain === undefined
    ? provider === meant.provider
    : domains.includes(plainDomain(meant.domain))
}
