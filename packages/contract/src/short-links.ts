// Base58: letters and digits without look-alikes (0 O I l).
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const LENGTH = 22
const BASE = BigInt(DIGITS.length)

const SHORT = new RegExp(`^[${DIGITS}]{${LENGTH}}$`)
const LONG = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/**
 * Encodes an id as 22 letters and digits, so that chat apps link all of it and a double-click selects all of it.
 * Returns any other string unchanged.
 */
export function shortId(id: string): string {
  if (!LONG.test(id)) return id
  let rest = BigInt(`0x${id.replaceAll('-', '')}`)
  let short = ''
  for (let digit = 0; digit < LENGTH; digit++) {
    short = DIGITS.charAt(Number(rest % BASE)) + short
    rest /= BASE
  }
  return short
}

/** Decodes the result of {@link shortId}; null for any other string. */
export function longId(short: string): string | null {
  if (!SHORT.test(short)) return null
  let value = 0n
  for (const digit of short) value = value * BASE + BigInt(DIGITS.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return LONG.test(id) ? id : null
}

// Types of short links, with the paths of the pages that they lead to.
const PAGES = {
  spot: '/spots/',
  post: '/post/',
  user: '/user/',
  community: '/community/',
  list: '/lists/',
} as const

/** A type of short link. */
export type Linked = keyof typeof PAGES

/** Builds the path of a short link. */
export function shortPath(kind: Linked, id: string): string {
  return `/${kind}/${shortId(id)}`
}

// Paths with shorter ids don't match. They open the screen, which says that nothing was found.
const PATH = /^\/(spot|post|user|community|list)\/([0-9A-Za-z]{16,})\/?$/

/** Resolves a short link's path to a page's path; undefined for other paths, null for invalid short links. */
export function pageOfShort(path: string): string | null | undefined {
  const [, kind, id = ''] = PATH.exec(path) ?? []
  if (!kind) return undefined
  const long = longId(id)
  return long && `${PAGES[kind as Linked]}${long}`
}
