import type { View } from '../engine/types.ts'

/** The default view, centered on the United States. */
export const DEFAULT_VIEW: View = { latitude: 39.83, longitude: -98.58, zoom: 4 }
