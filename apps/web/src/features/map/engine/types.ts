import type { MapCluster, MapPin } from '@nollie/contract/map/map-codec'
import type { SpotType } from '@nollie/contract/spots/spot-types'

/** A map's center in degrees, and its zoom for 512-pixel tiles. */
export type View = { latitude: number; longitude: number; zoom: number }

/** A bounding box in degrees. `east` exceeds 180 if the box crosses the antimeridian. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** The spots to draw, from the response for tiles at level `zoom`. */
export type SpotItems = { zoom: number; clusters: MapCluster[]; pins: MapPin[] }

/** The highlighted spot. Until the spot's id is known, `id` is its pin's `ref`, and there is no photo. */
export type SelectedSpot = {
  id: string
  type: SpotType
  gone: boolean
  latitude: number
  longitude: number
  /** The start of the URL of its photo's files, if it has a photo. */
  photo?: string | null
}

/** The person's position; `accuracy` is in meters, `heading` in degrees from north. */
export type Me = { latitude: number; longitude: number; accuracy: number; heading: number | null }

/** Options for every map. */
export type MapStart = {
  /** Called with the visible map data, once at the start and on every change. */
  onBasemap?: (basemap: Basemap) => void
  /**
   * Called at the start and on every change. `missing`: whether there are no streets at the center of a close view. Not
   * called if a style is configured.
   */
  onStreetsMissing?: (missing: boolean) => void
  /** Called once: when everything in view is drawn, or earlier if the map is moved before that. */
  onDrawn?: () => void
  view: View
  /** Whether the map ignores touch, wheel, and keyboard input. */
  still?: boolean
  /** `auto`, `shipped`, or a style's URL, from the server's configuration. */
  basemap: string
  /** The map's accessible name. */
  label: string
}

/** The visible map data, for the attribution. `own` is the operator's streets, `streets` the public ones. */
export type Basemap = 'shipped' | 'own' | 'streets' | 'custom'
