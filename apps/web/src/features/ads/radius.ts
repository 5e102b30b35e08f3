import { METRES_PER_MILE, units } from '../../lib/distance-text.ts'
import { numberText } from '../../lib/format.ts'

const KM_PER_MILE = METRES_PER_MILE / 1000

/** Whole kilometres of a radius that was typed in the person's kilometres or miles. */
export const toKilometres = (typed: number, as = units()): number =>
  Math.round(as === 'feet' ? typed * KM_PER_MILE : typed)

/** The number in the person's units that stands for these kilometres in a field; it leads back to the same. */
export const fromKilometres = (km: number, as = units()): number =>
  as === 'feet' ? Math.round((km / KM_PER_MILE) * 10) / 10 : km

/** The name of those units: `km`, or `mi`. */
export const radiusUnit = (as = units()): string =>
  numberText(0, { style: 'unit', unit: as === 'feet' ? 'mile' : 'kilometer', unitDisplay: 'short' })
    .replace('0', '')
    .trim()
