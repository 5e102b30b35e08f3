// Finds the stored values that belong to a person, so that signing out deletes them (docs/decisions/0101-sign-out.md).

/**
 * Device settings and sign-ins in progress. They contain no personal data. All other values are deleted when someone
 * signs out.
 */
const OF_DEVICE: ReadonlySet<string> = new Set([
  'nollie.theme',
  'nollie.server',
  'nollie.ads.consent',
  'nollie.location.offer',
  'nollie.location.refused',
  'nollie.passkey-offer',
  'nollie.codes',
  'nollie.install',
  'nollie.providers',
  'nollie.shortcuts',
])

/** A storage key contains its kind, then its owner. */
const OWNED = /^nollie\.([\w-]+)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/
/** Values that belong to a person but aren't text they typed. */
const NO_DRAFTS: ReadonlySet<string> = new Set([
  'home-town',
  'welcomed',
  'welcome-visits',
  'feed',
  'audience',
])

/** Whether a value is deleted when a person signs out: it's theirs, or it has no owner and isn't a device setting. */
export function isDeletedOnSignOut(user_id: string, name: string): boolean {
  const [, , owner] = OWNED.exec(name) ?? []
  return owner === undefined ? !OF_DEVICE.has(name) : owner === user_id
}

/** Whether a storage key belongs to a draft by this person. */
export function isDraftOf(user_id: string, name: string): boolean {
  const [, kind = '', owner] = OWNED.exec(name) ?? []
  return owner === user_id && !NO_DRAFTS.has(kind)
}

/** Returns all keys in one of the browser's storage areas; empty if it's unavailable. */
export function namesIn(kind: 'localStorage' | 'sessionStorage'): string[] {
  try {
    return Object.keys(globalThis[kind])
  } catch {
    return []
  }
}
