import { numberText } from './language.ts'

type Units = 'metres' | 'feet' | 'metres-and-miles'

// Puerto Rico, Guam and the other territories have the signs of the United States.
const FEET = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'LR', 'MM'])

// American English is also what programs speak whose owners never chose; their time zone then shows where they are.
const AMERICAN_ZONE = /^(America|Pacific|US)\//

/**
 * The units that people write distances in, by the region of their first language that names one: metres, where none
 * does. Britain's roads have miles, its paths metres.
 */
export const unitsOf = (languages: readonly string[], zone: string): Units => {
  const region = languages.map((code) => /-([A-Z]{2})\b/i.exec(code)?.[1]?.toUpperCase()).find(Boolean) ?? ''
  if (region === 'GB') return 'metres-and-miles'
  return FEET.has(region) && (region !== 'US' || AMERICAN_ZONE.test(zone)) ? 'feet' : 'metres'
}

let found: Units | undefined
/** The units of this device. */
export const units = (): Units =>
  (found ??= unitsOf(navigator.languages, new Intl.DateTimeFormat().resolvedOptions().timeZone))

const FEET_PER_METRE = 1 / 0.3048
const METRES_PER_MILE = 1609.344

const written = (value: number, unit: 'meter' | 'kilometer' | 'foot' | 'mile', digits = 0): string =>
  numberText(value, {
    ...{ style: 'unit', unit, unitDisplay: 'short' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  })

const far = (value: number, unit: 'kilometer' | 'mile'): string => written(value, unit, value < 9.95 ? 1 : 0)

const toTens = (value: number): number => Math.max(10, Math.round(value / 10) * 10)

/** `350 m`, `1.2 km`, `14 km`; where people use them, `350 ft` and `1.2 mi`. */
export const distanceText = (metres: number, as = units()): string => {
  const isNear = as === 'feet' ? metres * FEET_PER_METRE < 995 : metres < 995
  if (!isNear)
    return as === 'metres' ? far(metres / 1000, 'kilometer') : far(metres / METRES_PER_MILE, 'mile')
  return as === 'feet' ? written(toTens(metres * FEET_PER_METRE), 'foot') : written(toTens(metres), 'meter')
}

/** A distance of a few steps to the metre or foot, at least one: `11 m`. */
export const shortDistanceText = (metres: number, as = units()): string =>
  as === 'feet'
    ? written(Math.max(1, Math.round(metres * FEET_PER_METRE)), 'foot')
    : written(Math.max(1, Math.round(metres)), 'meter')
