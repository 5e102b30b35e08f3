import { parseImportArea } from '@nollie/contract/imports/area-text'
import { m } from '../../i18n/messages.ts'
import { getCountryName } from '../../lib/places/country-names.ts'
import { numberText } from '../../lib/format.ts'

function degreesText(degrees: number): string {
  return numberText(degrees, { maximumFractionDigits: 1 })
}

/** Returns an area's name for people. */
export function getAreaName({ area, label }: { area: string; label: string | null }): string {
  const place = parseImportArea(area)
  if (place?.kind === 'country') return getCountryName(place.code)
  if (label) return label
  if (place?.kind !== 'box') return area
  const { south, west, north, east } = place.box
  return `${m.imports_osm_box()} (${degreesText((south + north) / 2)}°, ${degreesText((west + east) / 2)}°)`
}

/** Returns the address of the map that shows an area. */
export function getMapAddress({ area, label }: { area: string; label: string | null }): string {
  const place = parseImportArea(area)
  if (place?.kind === 'town') return `/spots?at=${place.latitude},${place.longitude},11`
  if (place?.kind !== 'box') return `/spots?${new URLSearchParams({ place: label ?? '' }).toString()}`
  const { south, west, north, east } = place.box
  return `/spots?at=${(south + north) / 2},${(west + east) / 2},10`
}

/** Formats seconds as minutes, at least one. */
export function minutesText(seconds: number): string {
  return numberText(Math.max(1, Math.ceil(seconds / 60)), {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  })
}
