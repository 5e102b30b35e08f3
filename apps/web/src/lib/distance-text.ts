import { numberText } from './format.ts'

type Units = 'metres' | 'feet'

// Puerto Rico, Guam and the other territories have the signs of the United States.
const FEET = new Set(['US', 'GB', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'LR', 'MM'])

// Americans' and Britons' English is also what programs speak whose owners never chose, and what people set who live
// elsewhere; their time zone then shows where they are.
const ZONES: Record<string, RegExp> = {
  US: /^(America|Pacific|US)\//,
  GB: /\/London$/,
}

/**
 * The units of a person, one system for everything: feet and miles, or metres and kilometres, by the region of their
 * first language that names one; metres, where none does.
 */
export const unitsOf = (languages: readonly string[], zone: string): Units => {
  const region = languages.map((code) => /-([A-Z]{2})\b/i.exec(code)?.[1]?.toUpperCase()).find(Boolean) ?? ''
  return FEET.has(region) && (ZONES[region]?.test(zone) ?? true) ? 'feet' : 'metres'
}

let found: Units | undefined
/** The units of this device. */
export const units = (): Units =>
  (found ??= unitsOf(navigator.languages, new Intl.DateTimeFormat().resolvedOptions().timeZone))

const FEET_PER_METRE = 1 / 0.3048
/** A mile in metres. */
export const METRES_PER_MILE = 1609.344

const written = (value: number, unit: 'meter' | 'kilometer' | 'foot' | 'mile', digits = 0): string =>
  numberText(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })

const far = (value: number, unit: 'kilometer' | 'mile'): string => written(value, unit, value < 9.95 ? 1 : 0)

const toTens = (value: number): number => Math.max(10, Math.round(value / 10) * 10)

/** `350 m`, `1.2 km`, `14 km`; where people use them, `350 ft` and `1.2 mi`. */
export const distanceText = (metres: number, as = units()): string => {
  if (as === 'feet') {
    const feet = metres * FEET_PER_METRE
    return feet < 995 ? written(toTens(feet), 'foot') : far(metres / METRES_PER_MILE, 'mile')
  }
  return metres < 995 ? written(toTens(metres), 'meter') : far(metres / 1000, 'kilometer')
}

/** A distance of a few steps to the metre or foot, at least one: `11 m`. */
export const shortDistanceText = (metres: number, as = units()): string =>
  as === 'feet'
    ? written(Math.max(1, Math.round(metres * FEET_PER_METRE)), 'foot')
    : written(Math.max(1, Math.round(metres)), 'meter')
