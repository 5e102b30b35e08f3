import { units } from './distance-text.ts'
import { numberText } from '../format.ts'

const CM_PER_INCH = 2.54
const INCHES_PER_FOOT = 12
const LONG_CM = 300

/** Whether the person enters sizes in inches and feet. */
export function usesInches(as = units()): boolean {
  return as === 'feet'
}

function written(value: number, unit: 'centimeter' | 'meter' | 'inch' | 'foot', digits = 0): string {
  return numberText(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })
}

/** Formats the size of an obstacle or board: `45 cm`, `3.2 m`; or `18 in` and `10.5 ft` in imperial units. */
export function sizeText(cm: number, as = units()): string {
  const inches = cm / CM_PER_INCH
  if (usesInches(as))
    return cm < LONG_CM ? written(inches, 'inch') : written(inches / INCHES_PER_FOOT, 'foot', 1)
  return cm < LONG_CM ? written(cm, 'centimeter') : written(cm / 100, 'meter', 1)
}

/** Converts a size in the person's units to whole centimeters. */
export function toCentimetres(typed: number, as = units()): number {
  return Math.round(usesInches(as) ? typed * CM_PER_INCH : typed)
}

/** Converts centimeters to a field value in the person's units. */
export function fromCentimetres(cm: number, as = units()): number {
  return usesInches(as) ? Math.round((cm / CM_PER_INCH) * 10) / 10 : cm
}
