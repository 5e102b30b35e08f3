import type { Db } from '../../db/open.ts'
import type { CompleteRecord } from '../complete-record.ts'
import { describeKind } from '../fallback-name.ts'
import { findSurroundings } from './find-surroundings.ts'
import { listGuesses } from './list-guesses.ts'

/** Adds guessed names to the records that have none, based on their surroundings. */
export async function addGuesses(db: Db, records: readonly CompleteRecord[]): Promise<CompleteRecord[]> {
  const unnamed = records.filter((record) => record.unnamed)
  const around = await findSurroundings(
    db,
    unnamed.map(({ spot, within }) => ({ ...spot, within })),
  )
  const guesses = new Map(
    unnamed.map((record, index) => {
      const surroundings = around[index]
      return [
        record,
        surroundings && listGuesses(describeKind(record.spot.spot_types), record.spot, surroundings),
      ]
    }),
  )
  return records.map((record) => {
    const found = guesses.get(record)
    return found ? { ...record, guesses: found } : record
  })
}
