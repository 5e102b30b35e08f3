/** The data in a provider's return URL. */
export type ReturnAddress =
  | { kind: 'code'; state: string; code: string; iss?: string }
  | { kind: 'error'; error: string }
  /** The URL has neither a code nor an error. */
  | { kind: 'empty' }

/** Errors that don't affect the session (AUTH-23). */
const HARMLESS: ReadonlySet<string> = new Set([
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
])

/** Parses a return URL. Errors can be in its query or its hash. */
export function readReturn({ search, hash }: { search: string; hash: string }): ReturnAddress {
  const query = new URLSearchParams(search)
  const all = [query, new URLSearchParams(hash.slice(1))]
  const error = ['error_code', 'error'].flatMap((name) => all.map((one) => one.get(name))).find(Boolean)
  if (error) return { kind: 'error', error }
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => query.get(name))
  return code && state ? { kind: 'code', state, code, ...(iss && { iss }) } : { kind: 'empty' }
}

/** Whether an error in a return URL ends the session. All do except linking errors (AUTH-22, AUTH-23). */
export function endsSession(error: string): boolean {
  return !HARMLESS.has(error)
}
