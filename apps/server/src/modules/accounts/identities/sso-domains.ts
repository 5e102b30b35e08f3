import { domainToASCII, domainToUnicode } from 'node:url'

/** Characters that a URL parser would decode, or that would end the domain. */
const FOREIGN = /[%:/?#@\\[\]\s]/

/** Converts a domain to its DNS form; empty if it's invalid. */
export function plainDomain(text: string): string {
  const domain = text.trim().replace(/\.$/, '')
  return FOREIGN.test(domain) ? '' : domainToASCII(domain)
}

/** Returns an email address the way people write it, with international letters. We store the DNS form. */
export function toReadableEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return `${email.slice(0, at)}${domainToUnicode(email.slice(at)) || email.slice(at)}`
}

/** Whether an email address is at exactly one of these domains. Subdomains don't count. */
export function isOwnAddress(email: string, domains: readonly string[]): boolean {
  return domains.includes(plainDomain(email.slice(email.lastIndexOf('@') + 1)))
}

/**
 * Whether a provider is the organization that a person is looking for, given its name or their email address's domain.
 */
export function isOrganizationOf(
  { provider, domains }: { provider: string; domains: readonly string[] | null },
  meant: { domain?: string | undefined; provider?: string | undefined },
): boolean {
  if (!domains) return false
  return meant.domain === undefined
    ? provider === meant.provider
    : domains.includes(plainDomain(meant.domain))
}
