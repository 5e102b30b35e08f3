import type { View } from './engine/types.ts'

/** Where the map starts when nothing better is known: the middle of the United States. */
export const DEFAULT_VIEW: View = { latitude: 39.83, longitude: -98.58, zoom: 4 }

/** How close the map goes to a place that is known. */
export const SPOT_ZOOM = 15
