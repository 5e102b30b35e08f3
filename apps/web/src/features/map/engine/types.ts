import type { MapCluster, MapPin } from '@nollie/contract/map/map-codec'
import type { SpotType } from '@nollie/contract/spots/spot-types'

/** The center of a map in degrees, and its zoom for 512-pixel tiles. */
export type View = { latitude: number; longitude: number; zoom: number }

/** A box in degrees; `east` may exceed 180 if the box crosses the antimeridian. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** The spots to draw: the response for tiles of level `zoom`. */
export type SpotItems = { zoom: number; clusters: MapCluster[]; pins: MapPin[] }

/** The highlighted spot; `id` is its pin's `ref` until the spot's id is known. */
export type SelectedSpot = { id: string; type: SpotType; gone: boolean; latitude: number; longitude: number }

/** The person's position; `accuracy` in meters, `heading` in degrees from north. */
export type Me = { latitude: number; longitude: number; accuracy: number; heading: number | null }

/** The options of a map. */
export type MapStart = {
  /** Called with the visible map data, initially and on every change. */
  onBasemap?: (basemap: Basemap) => void
  /**
   * Called with whether the center of a close view lacks streets, initially and on every change. Not called for a
   * configured style.
   */
  onStreetsMissing?: (missing: boolean) => void
  /** Called once, when everything in view is drawn or the map is moved before that. */
  onDrawn?: () => void
  view: View
  /** Whether touch, wheel and keys don't move the map. */
  still?: boolean
  /** `auto`, `shipped` or the address of a style; from the server's configuration. */
  basemap: string
  /** The accessible name of the map. */
  label: string
}

/** The visible map data, for the attribution: `own` are the operator's streets, `streets` are public ones. */
export type Basemap = 'shipped' | 'own' | 'streets' | 'custom'
