import type { FoundPlace } from '@nollie/contract'
import { normalizeText } from '@nollie/contract/search/normalize-text'
import { SPOT_TYPES } from '@nollie/contract/spots/spot-types'
import { typeLabel } from '../../../ui/text/spot-type-label.ts'

// Removes spaces and punctuation except commas, which separate a town from its region.
function plain(text: string) {
  return normalizeText(text).replaceAll(/[^\p{L}\p{N}\p{M},]+/gu, '')
}

// There are towns called Gap and Street, but in this field the words mean spot types.
function isTypeOfSpot(typed: string): boolean {
  const single = (text: string) => plain(text).replace(/s$/, '')
  return SPOT_TYPES.some((type) => [type, typeLabel(type)].some((name) => single(name) === single(typed)))
}

/**
 * Whether a text is exactly this town's or country's name, optionally with its region (`Paris, Texas`). Ignores spaces
 * and everything else that searches ignore. Spot type names don't count as towns.
 */
export function isNamed({ kind, name, text }: FoundPlace, typed: string): boolean {
  if ((kind !== 'town' && kind !== 'country') || isTypeOfSpot(typed)) return false
  const [town, ...region] = plain(typed).split(',')
  // The first part of the text may be the place's name in the local language.
  const [own = '', ...around] = plain(text).split(',')
  return town === plain(name) && region.every((part) => [own, ...around].some((one) => one.startsWith(part)))
}
