import { domainToASCII, domainToUnicode } from 'node:url'

/** Signs that the rules of addresses would decode, or end the domain at. */
const FOREIGN = /[%:/?#@\\[\]\s]/

/** A domain as DNS has it; empty when it is none. */
export const plainDomain = (text: string): string => {
  const domain = text.trim().replace(/\.$/, '')
  return FOREIGN.test(domain) ? '' : domainToASCII(domain)
}

/** An address as people write it, with the letters of an internationalized domain; stored is the form of DNS. */
export const toReadableEmail = (email: string): string => {
  const at = email.lastIndexOf('@') + 1
  return `${email.slice(0, at)}${domainToUnicode(email.slice(at)) || email.slice(at)}`
}

/** Whether an address is at one of these domains themselves, not below them. */
export const isOwnAddress = (email: string, domains: readonly string[]): boolean =>
  domains.includes(plainDomain(email.slice(email.lastIndexOf('@') + 1)))

/** Whether a provider is the organization that somebody means, by the domain of their address or by its name. */
export const isOrganizationOf = (
  { provider, domains }: { provider: string; domains: readonly string[] | null },
  meant: { domain?: string | undefined; provider?: string | undefined },
): boolean => {
  if (!domains) return false
  return meant.domain === undefined
    ? provider === meant.provider
    : domains.includes(plainDomain(meant.domain))
}
