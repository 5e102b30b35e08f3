import type { Generated, GeneratedAlways } from 'kysely'
import type { TimeNow } from './columns.ts'

/** A street map that an operator loaded; `version` names the file of its tiles. */
export type StreetRegions = {
  id: GeneratedAlways<number>
  name: string
  version: string
  west: number
  south: number
  east: number
  north: number
  min_zoom: number
  max_zoom: number
  attribution: string
  bytes: number
  tiles: number
  loaded_at: TimeNow
}

/** A named feature of a street map. */
export type Streets = {
  id: Generated<number>
  region_id: number
  name: string
  kind: string
  latitude: number
  longitude: number
  west: number
  south: number
  east: number
  north: number
  importance: number
  city: string | null
  country: string | null
}

/** Every name by which a row of {@link Streets} is found. */
type StreetNames = {
  street_id: number
  name: string
  search_name: GeneratedAlways<string>
}

/** The tables of streets, by name. */
export type StreetsTables = {
  street_regions: StreetRegions
  streets: Streets
  street_names: StreetNames
}
