import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'

/**
 * The home town, with region and country in `text`. It stays on this device: the server never stores where somebody is,
 * only the name of a town they want on their page.
 */
export type HomeTown = { name: string; latitude: number; longitude: number; text?: string }

const nameFor = (user_id: string) => `nollie.home-town.${user_id}`

const isHomeTown = (value: unknown): value is HomeTown => {
  const { name, latitude, longitude } = (value ?? {}) as Partial<Record<keyof HomeTown, unknown>>
  return typeof name === 'string' && Number.isFinite(latitude) && Number.isFinite(longitude)
}

/** The home town of the signed-in person; null if none was chosen on this device. */
export function homeTown(): HomeTown | null {
  const { user } = session.get()
  const stored = user && readStored(nameFor(user.user_id))
  return isHomeTown(stored) ? stored : null
}

/** Stores the home town of the signed-in person; null deletes it. */
export function storeHomeTown(town: HomeTown | null): void {
  const { user } = session.get()
  if (user) writeStored(nameFor(user.user_id), town)
}
