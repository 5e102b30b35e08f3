import type { Spot, ZonedSpotCard } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findTimeZone } from '../places/index.ts'
import { selectCards } from './spot-cards.queries.ts'
import { selectSpot } from './spots.queries.ts'

/** @throws Refusal SPOT_NOT_FOUND, including for a deleted spot */
export async function requireSpot(db: Db, viewer: string, id: string): Promise<Spot> {
  const spot = await selectSpot(db, viewer, id)
  if (!spot) throw new Refusal('SPOT_NOT_FOUND')
  return spot
}

/** @throws Refusal SPOT_NOT_FOUND, including for a deleted spot */
export async function requireCard(db: Db, viewer: string | null, id: string): Promise<ZonedSpotCard> {
  const [card] = await selectCards(db, viewer, [id])
  if (!card) throw new Refusal('SPOT_NOT_FOUND')
  return { ...card, time_zone: findTimeZone(card) }
}
