import { numberText } from '../format.ts'

type Units = 'metres' | 'feet'

// Puerto Rico, Guam, and the other US territories use the same road signs as the mainland.
const FEET = new Set(['US', 'GB', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'LR', 'MM'])

// Most other time zones on these continents are in countries that use the metric system.
const US_IN_AMERICA =
  'Adak|Anchorage|Boise|Chicago|Denver|Detroit|Fort_Wayne|Indiana|Juneau|Kentucky|Los_Angeles|Louisville|Menominee|' +
  'Metlakatla|New_York|Nome|North_Dakota|Phoenix|Puerto_Rico|Shiprock|Sitka|St_Thomas|Virgin|Yakutat'
const US_IN_PACIFIC = 'Guam|Honolulu|Johnston|Midway|Pago_Pago|Saipan|Samoa|Wake'

// Many devices are set to US or UK English even though their owners live elsewhere. The time zone reveals that.
const ZONES: Record<string, RegExp> = {
  US: new RegExp(`^(?:US/|America/(?:${US_IN_AMERICA})\\b|Pacific/(?:${US_IN_PACIFIC})$)`),
  GB: /\/London$/,
}

/**
 * Chooses miles and feet, or kilometers and meters. Uses the region of the first preferred language that has one;
 * chooses metric units if none does.
 */
export function chooseUnits(languages: readonly string[], zone: string): Units {
  const region = languages.map((code) => /-([A-Z]{2})\b/i.exec(code)?.[1]?.toUpperCase()).find(Boolean) ?? ''
  return FEET.has(region) && (ZONES[region]?.test(zone) ?? true) ? 'feet' : 'metres'
}

let found: Units | undefined
/** Returns the units for this device. */
export function units(): Units {
  return (found ??= chooseUnits(navigator.languages, new Intl.DateTimeFormat().resolvedOptions().timeZone))
}

const FEET_PER_METRE = 1 / 0.3048
/** Meters in a mile. */
export const METRES_PER_MILE = 1609.344

function written(value: number, unit: 'meter' | 'kilometer' | 'foot' | 'mile', digits = 0): string {
  return numberText(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })
}

function far(value: number, unit: 'kilometer' | 'mile'): string {
  return written(value, unit, value < 9.95 ? 1 : 0)
}

function toTens(value: number): number {
  return Math.max(10, Math.round(value / 10) * 10)
}

/** Formats a distance: `350 m`, `1.2 km`, `14 km`; or `350 ft` and `1.2 mi` in imperial units. */
export function distanceText(metres: number, as = units()): string {
  if (as === 'feet') {
    const feet = metres * FEET_PER_METRE
    return feet < 995 ? written(toTens(feet), 'foot') : far(metres / METRES_PER_MILE, 'mile')
  }
  return metres < 995 ? written(toTens(metres), 'meter') : far(metres / 1000, 'kilometer')
}

/** Formats a short distance, rounded to the meter or foot, with a minimum of one: `11 m`. */
export function shortDistanceText(metres: number, as = units()): string {
  return as === 'feet'
    ? written(Math.max(1, Math.round(metres * FEET_PER_METRE)), 'foot')
    : written(Math.max(1, Math.round(metres)), 'meter')
}
