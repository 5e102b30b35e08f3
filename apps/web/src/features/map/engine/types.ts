import type { MapCluster, MapPin } from '@nollie/contract/map/map-codec'
import type { SpotType } from '@nollie/contract/spots/spot-types'

/** The centre of a map in degrees, and its zoom for 512-pixel tiles. */
export type View = { latitude: number; longitude: number; zoom: number }

/** A box in degrees; `east` may pass 180 where the box crosses the antimeridian. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** The spots to draw: the answer for tiles of level `zoom`. */
export type SpotItems = { zoom: number; clusters: MapCluster[]; pins: MapPin[] }

/** The highlighted spot; `id` is the `ref` of its pin until the spot's id is known. */
export type SelectedSpot = { id: string; type: SpotType; gone: boolean; latitude: number; longitude: number }

/** The person's position; `accuracy` in metres, `heading` in degrees from north. */
export type Me = { latitude: number; longitude: number; accuracy: number; heading: number | null }

/** The options of a map. */
export type MapStart = {
  /** Called with the map data on screen, at the start and on every change. */
  onBasemap?: (basemap: Basemap) => void
  /**
   * Called with whether the centre of a close view has no streets, at the start and on every change. Not called for a
   * configured style.
   */
  onStreetsMissing?: (missing: boolean) => void
  /** Called once, when everything in view is drawn or the map is moved before that. */
  onDrawn?: () => void
  view: View
  /** Whether fingers, wheel and keys do not move the map. */
  still?: boolean
  /** `auto`, `shipped` or the address of a style; from the server's configuration. */
  basemap: string
  /** Accessible name of the map. */
  label: string
}

/** The map data on screen, for the attribution: `own` are streets the operator loaded, `streets` public ones. */
export type Basemap = 'shipped' | 'own' | 'streets' | 'custom'
