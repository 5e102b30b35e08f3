import { limitParameters } from './database-parameters.ts'

const EXAMPLE = 'postgresql://user:password@host:5432/nollie'
const SCHEME = /^postgres(ql)?:\/\//i
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** Modes in which libpq can fall back to an unencrypted connection. */
const OPTIONAL_MODES: ReadonlySet<string> = new Set(['prefer', 'allow'])
const MODES: ReadonlySet<string> = new Set([
  ...OPTIONAL_MODES,
  'disable',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
])

/** An error message for the operator; never contains a password. */
type Problem = { problem: string }
/** A URL with its host, port, user, and password before the path, or the reason why it's invalid. */
export type DatabaseAddress = { href: string } | Problem

const ENCODE =
  'has a character in its login or path that must be percent-encoded: # is %23, / is %2F, ? is %3F, @ is %40, % is %25'

const ONE_HOST = 'must name one host, such as a proxy or pooler in front of several'
const NO_HOST = 'must name a host, or a socket folder with ?host=/FOLDER'
const NO_PORT = 'must have a port number from 1 to 65535'
const BARE_IPV6 = 'must have its IPv6 address in brackets, such as [::1]'

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

// An unescaped character in a password pushes the rest of it, and the real host, into the path, query, or fragment.
function hasCutPassword(authority: string, rest: string): boolean {
  if (rest.includes('#')) return true
  const [path = '', query = ''] = rest.split(/\?(.*)/s)
  if (path.includes('@')) return true
  const values = query.split('&').map((pair) => pair.split(/=(.*)/s))
  return values.some(([name = '', value]) => name.includes('@') || (authority !== '' && value?.includes('@')))
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
}

/** In a query string, libpq reads a plus sign as itself, unlike browsers. Options can only mean a blank by it. */
function escapePluses(address: string): string {
  const [before = '', query] = address.split(/\?(.*)/s)
  if (query === undefined) return address
  const pairs = query.split('&').map((pair) => (/^options=/.test(pair) ? pair : pair.replaceAll('+', '%2B')))
  return `${before}?${pairs.join('&')}`
}

// Explains what's wrong with the host and port of an address that can't be parsed.
function explainHost(host: string): string | null {
  if (/^[^[\]]*:[^[\]]*:[^[\]]*$/.test(host)) return BARE_IPV6
  const port = /:([^:\]]*)$/.exec(host)?.[1]
  return port === undefined || port === '' || isPort(port) ? null : NO_PORT
}

/** Sets the host in the form that URLs have: a folder is percent-encoded, and an IPv6 address is in brackets. */
function setHost(url: URL, host: string): boolean {
  const isIpv6 = host.includes(':') && !host.startsWith('[') && !host.startsWith('/')
  const written = host.startsWith('/') ? encodeURIComponent(host) : isIpv6 ? `[${host}]` : host
  // The setter ignores what it can't read, and everything after a host, and would leave another host in place.
  if (!/^(?:\[[^[\]/?#@]+\]|[^[\]/?#@:\s]+)$/.test(written) || !URL.canParse(`postgres://${written}`))
    return false
  url.host = written
  return true
}

/**
 * Moves connection parameters, which libpq also accepts in the query string, to where the driver and our messages
 * expect them.
 */
function readParameters(url: URL): string | null {
  const { searchParams: given } = url
  const refused = limitParameters(given)
  if (refused) return refused
  const host = given.get('host') ?? decodeURIComponent(url.hostname)
  const port = given.get('port') ?? url.port
  if (host.includes(',') || port.includes(',')) return ONE_HOST
  if (port !== '' && !isPort(port)) return NO_PORT
  const user = given.get('user') ?? decodeURIComponent(url.username)
  const password = given.get('password') ?? decodeURIComponent(url.password)
  const database = given.get('dbname')
  if (database) url.pathname = `/${encodeURIComponent(database)}`
  for (const name of ['host', 'port', 'user', 'password', 'dbname']) given.delete(name)
  if (host === '') return user === '' && password === '' ? null : NO_HOST
  if (!setHost(url, host)) return 'has a host that is neither a name nor an address'
  if (port !== '') url.port = port
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return null
}

function isSocket({ hostname }: URL): boolean {
  return hostname === '' || /^%2f/i.test(hostname)
}

/** Makes the driver verify certificates whenever it encrypts, and skip encryption wherever libpq could skip it. */
function readEncryption(url: URL): string | null {
  const { searchParams: given } = url
  const mode = given.get('sslmode')
  if (mode !== null && !MODES.has(mode)) return `has an unknown sslmode; write sslmode=verify-full`
  if (given.get('sslrootcert') === 'system') given.delete('sslrootcert')
  const isOptional = mode !== null && OPTIONAL_MODES.has(mode)
  if (isSocket(url) || (isOptional && LOOPBACK.test(url.hostname))) given.delete('sslmode')
  else if (mode === 'require' || mode === 'verify-ca') given.set('sslmode', 'verify-full')
  return null
}

/** Parses a PostgreSQL URL in any form that libpq accepts for a single host, including sockets. */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const trimmed = escapePluses(text.trim())
  const scheme = SCHEME.exec(trimmed)?.[0]
  if (!scheme) return { problem: `must be an address like ${EXAMPLE}` }
  const [, authority = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(trimmed.slice(scheme.length)) ?? []
  if (hasCutPassword(authority, rest)) return { problem: ENCODE }
  const [, login = '', host = ''] = /^(?:(.*)@)?(.*)$/s.exec(authority) ?? []
  // The parser would leave out tabs and line breaks.
  if (!isDecodable(trimmed) || /[\t\r\n]/.test(trimmed)) return { problem: ENCODE }
  if (host.includes(',')) return { problem: ONE_HOST }
  // A URL with credentials must have a host; in this form, the real host is in the query string.
  const withHost = host === '' && login !== '' ? `${scheme}${login}@%2F${rest}` : trimmed
  if (!URL.canParse(withHost)) return { problem: explainHost(host) ?? `must be an address like ${EXAMPLE}` }
  const url = new URL(withHost)
  if (withHost !== trimmed && !url.searchParams.get('host')) return { problem: NO_HOST }
  const problem = readParameters(url) ?? readEncryption(url)
  return problem === null ? { href: url.href.replaceAll(',', '%2C') } : { problem }
}

/** Converts the URL for the driver, which warns about optional encryption but treats it as `verify-full`. */
export function toDriverAddress(href: string): string {
  const url = new URL(href)
  if (OPTIONAL_MODES.has(url.searchParams.get('sslmode') ?? ''))
    url.searchParams.set('sslmode', 'verify-full')
  return url.href
}
