// Which stored values belong to a person, so that signing out leaves nothing behind (docs/decisions/0101-sign-out.md).

/**
 * Settings of the device, and sign-ins in progress. They contain nothing personal. All other values are deleted at
 * sign-out.
 */
const OF_DEVICE: ReadonlySet<string> = new Set([
  'nollie.theme',
  'nollie.server',
  'nollie.ads.consent',
  'nollie.ads.none',
  'nollie.location.offer',
  'nollie.location.refused',
  'nollie.passkey-offer',
  'nollie.codes',
  'nollie.providers',
])

/** A name contains its kind, then its owner. */
const OWNED = /^nollie\.([\w-]+)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/
/** Values that belong to a person but aren't typed text. */
const NO_DRAFTS: ReadonlySet<string> = new Set(['home-town', 'welcomed', 'feed', 'audience'])

/** Whether a value is deleted when a person signs out: it is theirs, or has no owner and isn't a device setting. */
export const goesWith = (user_id: string, name: string): boolean => {
  const [, , owner] = OWNED.exec(name) ?? []
  return owner === undefined ? !OF_DEVICE.has(name) : owner === user_id
}

/** Whether the value of a name is something the person has started to write. */
export const isDraftOf = (user_id: string, name: string): boolean => {
  const [, kind = '', owner] = OWNED.exec(name) ?? []
  return owner === user_id && !NO_DRAFTS.has(kind)
}

/** The names of all values in a browser storage; empty if it is unavailable. */
export const namesIn = (kind: 'localStorage' | 'sessionStorage'): string[] => {
  try {
    return Object.keys(globalThis[kind])
  } catch {
    return []
  }
}
