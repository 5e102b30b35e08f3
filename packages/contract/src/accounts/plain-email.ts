/** Characters that a URL parser would decode, or that would end the host. */
const FOREIGN = /[%:/?#@\\[\]\s]/

/** Converts a domain to its DNS form (`bücher.example` to `xn--bcher-kva.example`); returns other input unchanged. */
function toPlainDomain(domain: string): string {
  if (/^[!-~]*$/.test(domain) || FOREIGN.test(domain)) return domain
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}

/**
 * Converts an email address to the form that is stored and compared: lowercase, with the domain in DNS form. Both
 * spellings of an internationalized domain have the same result. Doesn't validate.
 */
export function toPlainEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at + 1)}${toPlainDomain(email.slice(at + 1))}`.toLowerCase()
}
