/** Parameters in a database's address that the driver uses. It would also use many others, in place of the program's. */
const USED: ReadonlySet<string> = new Set(['options', 'sslcert', 'sslkey', 'sslmode', 'sslrootcert'])
/** Parameters of libpq that name a server or a login, or demand a check, and that the driver would ignore. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'hostaddr',
  'passfile',
  'replication',
  'require_auth',
  'requirepeer',
  'requiressl',
  'service',
  'servicefile',
  'ssl_max_protocol_version',
  'ssl_min_protocol_version',
  'sslcrl',
  'sslcrldir',
  'sslpassword',
])
const LOGIN: ReadonlySet<string> = new Set(['dbname', 'host', 'password', 'port', 'user'])

function isTrue(text: string): boolean {
  return /^(1|true|require)$/i.test(text)
}

// Other drivers have this switch in place of `sslmode`.
function readSwitch(given: URLSearchParams): void {
  const ssl = given.get('ssl')
  if (ssl === null || given.has('sslmode')) return
  if (isTrue(ssl)) given.set('sslmode', 'verify-full')
  if (ssl === 'no-verify') given.set('sslmode', 'no-verify')
}

/**
 * Removes parameters that are meant for other programs, such as time limits and pool sizes.
 * @returns why an address with these parameters is refused; null if it isn't. Never contains a value.
 */
export function limitParameters(given: URLSearchParams): string | null {
  const names = [...given.keys()]
  const unsupported = names.find((name) => UNSUPPORTED.has(name))
  if (unsupported) return `has the parameter ${unsupported}, which isn't supported; remove it`
  // Programs disagree on which one of them counts.
  const twice = names.find(
    (name, at) => (name === 'sslmode' || LOGIN.has(name)) && names.indexOf(name) !== at,
  )
  if (twice) return `has the parameter ${twice} twice; remove one of them`
  const schema = given.get('schema') ?? given.get('currentSchema') ?? 'public'
  if (schema !== 'public') return `names another schema; Nollie's tables are in public. Remove that parameter`
  readSwitch(given)
  for (const name of names) if (!USED.has(name) && !LOGIN.has(name)) given.delete(name)
  return null
}

/** Whether the address says that it leads to a pooler in transaction mode, as other programs need it. */
export function namesPooler(text: string): boolean {
  return /[?&]pgbouncer=(true|1)(&|$)/i.test(text.trim())
}
