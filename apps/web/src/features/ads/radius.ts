import { METRES_PER_MILE, units } from '../../lib/text/distance-text.ts'
import { numberText } from '../../lib/format.ts'

const KM_PER_MILE = METRES_PER_MILE / 1000

/** Converts a radius in the person's units (kilometers or miles) to whole kilometers. */
export function toKilometres(typed: number, as = units()): number {
  return Math.round(as === 'feet' ? typed * KM_PER_MILE : typed)
}

/** Converts kilometers to the person's units for a field. Converting back returns the same value. */
export function fromKilometres(km: number, as = units()): number {
  return as === 'feet' ? Math.round((km / KM_PER_MILE) * 10) / 10 : km
}

/** Returns the abbreviation of the person's unit: `km` or `mi`. */
export function radiusUnit(as = units()): string {
  return numberText(0, { style: 'unit', unit: as === 'feet' ? 'mile' : 'kilometer', unitDisplay: 'short' })
    .replace('0', '')
    .trim()
}
