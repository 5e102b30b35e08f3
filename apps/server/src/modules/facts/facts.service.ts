import {
  type FactChange,
  getFactRight,
  type FactValues,
  type Spot,
  type SpotFacts,
  type Viewer,
} from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, writeCursor } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { requireSpot } from '../spots/index.ts'
import { isStewardAtSpot } from '../stewards/index.ts'
import { selectChanges, selectFacts } from './facts.queries.ts'

/** Dependencies for changing facts. Jobs send emails about stewards' decisions. */
export type Deps = { db: Db; jobs: Jobs }

const OPEN_SHOWN = 50
const HISTORY_PAGE = 20
const HistoryCursor = z.tuple([z.uuid()])

/** Returns the role that lets a viewer decide about a spot's facts (see `getFactRight`). */
export async function rightAt(
  db: Db,
  viewer: Viewer,
  spot: Pick<Spot, 'id' | 'created_by'>,
): Promise<ReturnType<typeof getFactRight>> {
  return getFactRight(viewer, spot, await isStewardAtSpot(db, viewer.user_id, spot.id))
}

// A spot with a price note isn't free, even if the two facts come from separate suggestions.
function coherent(facts: FactValues): FactValues {
  return facts.fee === 'free' && facts.fee_note !== null ? { ...facts, fee: null } : facts
}

/** Like {@link getFacts}, for a spot that the viewer can see. */
export async function readShownFacts(
  db: Db,
  viewer: Viewer,
  spot: Pick<Spot, 'id' | 'created_by'>,
): Promise<SpotFacts> {
  const { facts, ...known } = await selectFacts(db, spot.id)
  return {
    ...known,
    facts: coherent(facts),
    suggestions: await selectChanges(db, viewer.user_id, { spot_id: spot.id, open: true, limit: OPEN_SHOWN }),
    may_decide: (await rightAt(db, viewer, spot)) !== null,
  }
}

/**
 * Returns a spot's facts and the open suggestions for them.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function getFacts(db: Db, viewer: Viewer, spot_id: string): Promise<SpotFacts> {
  return readShownFacts(db, viewer, await requireSpot(db, viewer.user_id, spot_id))
}

/**
 * Returns a page of all changes to a spot's facts.
 * @throws Refusal SPOT_NOT_FOUND, BAD_CURSOR
 */
export async function readFactHistory(
  db: Db,
  viewer: Viewer,
  spot_id: string,
  cursor: string | undefined,
): Promise<{ items: FactChange[]; next_cursor: string | null }> {
  const [before] = cursor === undefined ? [undefined] : readCursor(HistoryCursor, cursor)
  await requireSpot(db, viewer.user_id, spot_id)
  const limit = HISTORY_PAGE + 1
  const found = await selectChanges(db, viewer.user_id, { spot_id, open: false, before, limit })
  const items = found.slice(0, HISTORY_PAGE)
  const last = found.length > HISTORY_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([last.id]) : null }
}
