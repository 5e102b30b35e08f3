import type { Generated, GeneratedAlways } from 'kysely'
import type { TimeNow } from '../columns.ts'

/** A street map loaded by the operator; `version` is part of its tile file's name. */
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

/** A named feature in a street map. */
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

/** A name by which a search can find a {@link Streets} row. */
type StreetNames = {
  street_id: number
  name: string
  search_name: GeneratedAlways<string>
}

/** The street tables and their columns. */
export type StreetsTables = {
  street_regions: StreetRegions
  streets: Streets
  street_names: StreetNames
}
