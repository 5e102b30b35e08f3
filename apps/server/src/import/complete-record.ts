import type { IncomingRecord } from '../modules/imports/index.ts'
import { withAddress } from '../modules/spots/index.ts'
import { makeFallbackName } from './fallback-name.ts'
import type { ImportedSpot, ValidatedRecord } from './validate-record.ts'

/** A valid record with the spot that it would create. */
export type CompleteRecord = IncomingRecord & {
  spot: ImportedSpot
  unnamed: boolean
  where: string
  doubt: string | null
  /** The named area around it, if the record says so. */
  within: string | null
}

type Valid = Extract<ValidatedRecord, { spot: unknown }>

/** Returns the address fields that the source contains. Missing fields are derived from the position. */
function addressGiven({ address, city, state, country, postal_code }: ImportedSpot) {
  return Object.fromEntries(
    Object.entries({ address, city, state, country, postal_code }).filter(([, value]) => value !== null),
  )
}

/** Fills in a record's missing address from the gazetteer, and generates a name if it has none. */
export async function completeRecord(record: Valid, where: string): Promise<CompleteRecord> {
  const { source, facts, unnamed, doubt, within } = record
  const found = await withAddress(record.spot)
  const spot = unnamed ? { ...found, name: makeFallbackName(found.spot_types, found) } : found
  const { name, description, latitude, longitude, difficulty_level, spot_types } = spot
  const { city, state, country, postal_code } = spot
  return {
    source,
    spot,
    unnamed,
    where,
    doubt,
    within,
    place: { city, state, country, postal_code },
    content: {
      name,
      description,
      position: { latitude, longitude },
      difficulty_level,
      spot_types,
      ...addressGiven(record.spot),
      ...facts,
    },
  }
}
