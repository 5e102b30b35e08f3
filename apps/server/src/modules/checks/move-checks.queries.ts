import type { Tx } from '../../db/open.ts'
import { createMover, type SpotMover } from '../../db/merge-movers.ts'

const rows = createMover('check', 'checks')

async function queue(tx: Tx, spot_ids: readonly string[]): Promise<void> {
  await tx
    .insertInto('check_changes')
    .values(spot_ids.map((spot_id) => ({ spot_id })))
    .execute()
}

/** Moves status reports between spots and recalculates the status of both. */
export const checkMover: SpotMover = {
  ...rows,
  take: async (tx, sides) => {
    const moved = await rows.take(tx, sides)
    await queue(tx, [sides.into])
    return moved
  },
  giveBack: async (tx, sides, moved) => {
    await rows.giveBack(tx, sides, moved)
    await queue(tx, [sides.from, sides.into])
  },
}
