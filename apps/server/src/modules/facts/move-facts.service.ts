import { LIMITS } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { createMover, type SpotMover } from '../../db/merge-movers.ts'
import { Refusal } from '../../platform/http/index.ts'
import { lockFacts, selectLastValues, writeValues } from './fact-changes.queries.ts'
import { selectFacts } from './facts.queries.ts'
import { giveBackChanges, isDescribed, selectKnownFields, takeChanges } from './move-facts.queries.ts'

/** Recomputes a spot's facts from its changes, including fields that no longer have any change. */
async function writeAnew(tx: Tx, spot_id: string, lost: readonly string[] = []): Promise<void> {
  const { fields, version } = await selectKnownFields(tx, spot_id)
  const all = [...new Set([...fields, ...lost])]
  if (all.length > 0) await writeValues(tx, spot_id, await selectLastValues(tx, spot_id, all), version)
}

/**
 * Moves a spot's facts: all suggestions with their votes. The remaining spot's values take precedence. Throws
 * TOO_MANY_OBSTACLES when merging.
 */
export const factMover: SpotMover = {
  kind: 'fact',
  take: async (tx, sides) => {
    if (!(await isDescribed(tx, sides.from))) return []
    await lockFacts(tx, sides.into)
    const moved = await takeChanges(tx, sides)
    await writeAnew(tx, sides.into)
    const { obstacles } = await selectFacts(tx, sides.into)
    if (obstacles.length > LIMITS.obstacles_max) throw new Refusal('TOO_MANY_OBSTACLES')
    return moved
  },
  giveBack: async (tx, sides, moved) => {
    await lockFacts(tx, sides.from)
    await lockFacts(tx, sides.into)
    const fields = await giveBackChanges(tx, sides, moved)
    await writeAnew(tx, sides.into, fields)
    await writeAnew(tx, sides.from, fields)
  },
}

const measurements = createMover('measurement', 'measurements')

/** Moves measurements of obstacles in photos. Must run after {@link factMover}. */
export const measurementMover: SpotMover = {
  ...measurements,
  take: async (tx, sides) => {
    if (!(await isDescribed(tx, sides.into))) return []
    return measurements.take(tx, sides)
  },
}
