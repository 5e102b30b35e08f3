import type { SpotCard } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { requireMember } from '../crews/index.ts'
import { type CrewSpotCursor, selectSpotsOfCrew } from './crew-spots.queries.ts'
import { selectCards } from './spot-cards.queries.ts'

const SPOTS_PAGE = 24

const Cursor = z.tuple([z.literal('crew'), z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of a crew's spots, newest first.
 * @throws Refusal CREW_NOT_FOUND, BAD_CURSOR
 */
export async function readCrewSpots(
  db: Db,
  viewer: string,
  crew_id: string,
  cursor: string | undefined,
): Promise<{ items: SpotCard[]; next_cursor: string | null }> {
  let after: CrewSpotCursor | null = null
  if (cursor !== undefined) {
    const [, of, created_at, id] = readCursor(Cursor, cursor)
    if (of !== crew_id) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  await requireMember(db, viewer, crew_id)
  const found = await selectSpotsOfCrew(db, viewer, crew_id, { after, limit: SPOTS_PAGE + 1 })
  const page = found.slice(0, SPOTS_PAGE)
  const last = found.length > SPOTS_PAGE ? page.at(-1) : undefined
  return {
    items: await selectCards(
      db,
      viewer,
      page.map(({ id }) => id),
    ),
    next_cursor: last ? writeCursor(['crew', crew_id, last.created_at, last.id]) : null,
  }
}
