import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'

/**
 * A person's hometown; `text` includes the region and country. It stays on this device. The server stores only the
 * town's name, and only for people who want it on their profile.
 */
export type HomeTown = { name: string; latitude: number; longitude: number; text?: string }

function nameFor(user_id: string) {
  return `nollie.home-town.${user_id}`
}

function isHomeTown(value: unknown): value is HomeTown {
  const { name, latitude, longitude } = (value ?? {}) as Partial<Record<keyof HomeTown, unknown>>
  return typeof name === 'string' && Number.isFinite(latitude) && Number.isFinite(longitude)
}

/** Returns the signed-in person's hometown, or null if none was chosen on this device. */
export function readHomeTown(): HomeTown | null {
  const { user } = session.get()
  const stored = user && readStored(nameFor(user.user_id))
  return isHomeTown(stored) ? stored : null
}

/** Stores the signed-in person's hometown. Null deletes it. */
export function storeHomeTown(town: HomeTown | null): void {
  const { user } = session.get()
  if (user) writeStored(nameFor(user.user_id), town)
}
