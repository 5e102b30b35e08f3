// Under which names this device stores what, so that a sign-out leaves nothing of a person (docs/decisions/0101-sign-out.md).

/**
 * Choices of whoever holds this device, and sign-ins that are under way: they say nothing of a person. Whatever is not
 * listed here goes with a sign-out.
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

/** The owner comes first in a name, behind its kind. */
const OWNED = /^nollie\.([\w-]+)\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/
/** Of a person, and nothing that they typed. */
const NO_DRAFTS: ReadonlySet<string> = new Set(['home-town', 'welcomed', 'feed', 'audience'])

/** Whether a value goes when a person signs out: it is theirs, or nobody's and no choice of the device. */
export const goesWith = (user_id: string, name: string): boolean => {
  const [, , owner] = OWNED.exec(name) ?? []
  return owner === undefined ? !OF_DEVICE.has(name) : owner === user_id
}

/** Whether under a name there is something that a person began to write. */
export const isDraftOf = (user_id: string, name: string): boolean => {
  const [, kind = '', owner] = OWNED.exec(name) ?? []
  return owner === user_id && !NO_DRAFTS.has(kind)
}

/** The names under which a storage of the browser has values; none where it has no storage. */
export const namesIn = (kind: 'localStorage' | 'sessionStorage'): string[] => {
  try {
    return Object.keys(globalThis[kind])
  } catch {
    return []
  }
}
