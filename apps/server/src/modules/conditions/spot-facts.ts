import type { NightLight } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Drying } from './drying.ts'

/** What rain and dark depend on. */
export type SpotFacts = { drying: Drying; is_covered: boolean; night_light: NightLight }

// One place for both sides: what nobody knows of a spot is the usual ground without a roof, and unknown light.

/** What is known of a spot. */
export const factsOf = (_spot: object): SpotFacts => ({
  drying: 'normal',
  is_covered: false,
  night_light: 'unknown',
})

/** Whether spot `s` is known to be lit after dark. */
export const isLit = (): RawBuilder<boolean> => sql<boolean>`false`

/** When spot `s` is wet, of weather `w`; null under a roof. */
export const wetTimes = (): RawBuilder<unknown> => sql`w.wet_normal`
