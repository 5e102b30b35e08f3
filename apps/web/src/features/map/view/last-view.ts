import { readStored, writeStored } from '../../../lib/storage.ts'
import type { View } from '../engine/types.ts'

const NAME = 'nollie.map'

function isView(value: unknown): value is View {
  const { latitude, longitude, zoom } = (value ?? {}) as Record<string, unknown>
  return (
    [latitude, longitude, zoom].every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    Math.abs(latitude as number) <= 90 &&
    Math.abs(longitude as number) <= 180
  )
}

/** Stores the map's last view on this device. */
export function storeLastView(view: View): void {
  return writeStored(NAME, view)
}

/** Returns the map's last view on this device, or null if there is none or it is invalid. */
export function lastView(): View | null {
  const stored = readStored(NAME)
  return isView(stored) ? stored : null
}
