import type { ImportArea } from '@nollie/contract'
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

/** Returns a zoom at which a box fits on a phone. */
function findZoom({ west, south, east, north }: NonNullable<ImportArea['box']>): number {
  const degrees = Math.max(east - west, 2 * (north - south), 0.01)
  return Math.max(1, Math.min(13, Math.floor(Math.log2(270 / degrees))))
}

/** Returns the address of the map that shows an import. */
export function getMapAddress({ area, label, box }: Pick<ImportArea, 'area' | 'label' | 'box'>): string {
  if (box) return `/spots?at=${(box.south + box.north) / 2},${(box.west + box.east) / 2},${findZoom(box)}`
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
