/** Signs that an address of the web would decode, or end its host at. */
const FOREIGN = /[%:/?#@\\[\]\s]/

/** Converts a domain to the form of DNS (`bücher.example` to `xn--bcher-kva.example`); returns others unchanged. */
function toPlainDomain(domain: string): string {
  if (/^[!-~]*$/.test(domain) || FOREIGN.test(domain)) return domain
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}

/**
 * Converts an email address to the form in which it is stored and compared: lower case, with its domain as DNS has it.
 * Both spellings of an internationalized domain give the same address. Doesn't check whether it is an address.
 */
export function toPlainEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at + 1)}${toPlainDomain(email.slice(at + 1))}`.toLowerCase()
}
