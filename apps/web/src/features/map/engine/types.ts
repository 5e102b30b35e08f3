import type { MapCluster, MapPin } from '@nollie/contract/map-codec'
import type { SpotType } from '@nollie/contract/spot-types'

/** Where a map looks: degrees, and a zoom on 512-pixel tiles. */
export type View = { latitude: number; longitude: number; zoom: number }

/** A box in degrees; `east` may pass 180 where the box crosses the antimeridian. */
export type Bounds = { west: number; south: number; east: number; north: number }

/** What is drawn: the answer for tiles of level `zoom`. */
export type SpotItems = { zoom: number; clusters: MapCluster[]; pins: MapPin[] }

/** The one spot that stands out; `id` is the `ref` of its pin until its own is known. */
export type SelectedSpot = { id: string; type: SpotType; gone: boolean; latitude: number; longitude: number }

/** Where the person is: exact to `accuracy` metres; `heading` in degrees from north. */
export type Me = { latitude: number; longitude: number; accuracy: number; heading: number | null }

/** What a map needs to know at its start. */
export type MapStart = {
  /** Which map data is on screen, now and whenever that changes. */
  onBasemap?: (basemap: Basemap) => void
  /** Whether the middle of a close view has no streets, now and whenever that changes. Not asked of a style's address. */
  onStreetsMissing?: (missing: boolean) => void
  view: View
  /** Does not follow fingers, wheel and keys. */
  still?: boolean
  /** `auto`, `shipped` or the address of a style, as the server's configuration says. */
  basemap: string
  /** What the map is called for those who do not see it. */
  label: string
}

/** Which map data is on screen, for the attribution line: `own` streets the operator loaded, `streets` public ones. */
export type Basemap = 'shipped' | 'own' | 'streets' | 'custom'
