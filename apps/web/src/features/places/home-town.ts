import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'

/**
 * The home town, with region and country in `text`. It stays on this device: the server only stores the name of a town
 * that people want to show on their profile.
 */
export type HomeTown = { name: string; latitude: number; longitude: number; text?: string }

const nameFor = (user_id: string) => `nollie.home-town.${user_id}`

const isHomeTown = (value: unknown): value is HomeTown => {
  const { name, latitude, longitude } = (value ?? {}) as Partial<Record<keyof HomeTown, unknown>>
  return typeof name === 'string' && Number.isFinite(latitude) && Number.isFinite(longitude)
}

/** The signed-in person's home town; null if none was chosen on this device. */
export function homeTown(): HomeTown | null {
  const { user } = session.get()
  const stored = user && readStored(nameFor(user.user_id))
  return isHomeTown(stored) ? stored : null
}

/** Stores the signed-in person's home town; null deletes it. */
export function storeHomeTown(town: HomeTown | null): void {
  const { user } = session.get()
  if (user) writeStored(nameFor(user.user_id), town)
}
