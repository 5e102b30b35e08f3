import {
  type contract,
  type FactMeasurement,
  LIMITS,
  type Marks,
  measure,
  type Measured,
  OBSTACLE_LIMITS,
  type Viewer,
} from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { idempotent } from '../../db/idempotent.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { savePreferences, selectPreferences } from '../accounts/index.ts'
import { requireSpot } from '../spots/index.ts'
import { lockFacts } from './fact-changes.queries.ts'
import { selectFacts } from './facts.queries.ts'
import { type Deps, rightAt } from './facts.service.ts'
import { suggestPatchIn } from './suggestions.service.ts'
import {
  deleteMeasurement,
  findMeasurement,
  findPhoto,
  insertMeasurement,
  selectMeasurements,
} from './measurements.queries.ts'
import { recordSteward } from './steward-facts.service.ts'

type Body = z.output<typeof contract.measureObstacle.body>

/**
 * Returns the measurements at a spot.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function listMeasurements(
  db: Db,
  viewer: Viewer,
  spot_id: string,
): Promise<{ items: FactMeasurement[]; deck_cm: number | null }> {
  await requireSpot(db, viewer.user_id, spot_id)
  const items = await selectMeasurements(db, viewer.user_id, { spot_id }, LIMITS.measurements_shown)
  const { deck_cm } = await selectPreferences(db, viewer.user_id)
  return { items, deck_cm }
}

function isWithin({ cm, error_cm }: Measured, [least, most]: readonly [number, number]): boolean {
  return Math.round(cm) >= least && Math.round(cm) <= most && error_cm > 0
}

/** Computes the lengths, and rejects implausible ones. */
function measured(marks: Marks, scene: Parameters<typeof measure>[1]) {
  const sums = measure(marks, scene)
  if (!sums || !isWithin(sums.height, OBSTACLE_LIMITS.height_cm)) throw new Refusal('NOT_MEASURABLE')
  if (sums.length && !isWithin(sums.length, OBSTACLE_LIMITS.length_cm)) throw new Refusal('NOT_MEASURABLE')
  return sums
}

/**
 * Measures an obstacle in a photo, and suggests its height and length; idempotent by key.
 * @throws Refusal SPOT_NOT_FOUND, OBSTACLE_NOT_FOUND, MEDIA_NOT_FOUND, NOT_MEASURABLE, TOO_MANY_SUGGESTIONS,
 * IN_PROGRESS, KEY_REUSED
 */
export function addMeasurement(
  { db, jobs }: Deps,
  viewer: Viewer,
  { spot_id, obstacle_id, key, body }: { spot_id: string; obstacle_id: string; key: string; body: Body },
): Promise<FactMeasurement> {
  return idempotent(
    db,
    { user_id: viewer.user_id, key, body: { spot_id, obstacle_id, ...body } },
    async (tx) => {
      const { media_id, marks, deck_cm, suggests } = body
      const { user_id } = viewer
      await requireSpot(tx, user_id, spot_id)
      await lockFacts(tx, spot_id)
      const { obstacles } = await selectFacts(tx, spot_id)
      const known = obstacles.find(({ id }) => id === obstacle_id)
      if (!known) throw new Refusal('OBSTACLE_NOT_FOUND')
      const photo = await findPhoto(tx, user_id, { spot_id, media_id })
      if (!photo) throw new Refusal('MEDIA_NOT_FOUND')
      const { height, length } = measured(marks, { ...photo, deck_cm })
      const id = uuid()
      await insertMeasurement(tx, {
        id,
        spot_id,
        obstacle_id,
        media_id,
        user_id,
        marks,
        deck_cm,
        height_cm: height.cm,
        height_error_cm: height.error_cm,
        length_cm: length?.cm ?? null,
        length_error_cm: length?.error_cm ?? null,
      })
      const { deck_cm: before } = await selectPreferences(tx, user_id)
      if (before !== deck_cm) await savePreferences(tx, user_id, { deck_cm })
      if (suggests) {
        const { id: _, ...obstacle } = known
        const found = {
          height_cm: Math.round(height.cm),
          ...(length && { length_cm: Math.round(length.cm) }),
        }
        const change = await suggestPatchIn(tx, viewer, spot_id, {
          facts: {},
          obstacles: [{ id: obstacle_id, obstacle: { ...obstacle, ...found } }],
        })
        if (change) await recordSteward(tx, jobs, viewer, change)
      }
      const [made] = await selectMeasurements(tx, user_id, { spot_id, id }, 1)
      if (!made) throw new Refusal('MEDIA_NOT_FOUND')
      return made
    },
  )
}

/**
 * Deletes a measurement.
 * @throws Refusal MEASUREMENT_NOT_FOUND, SPOT_NOT_FOUND, NOT_ALLOWED
 */
export function removeMeasurement(db: Db, viewer: Viewer, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const found = await findMeasurement(tx, viewer.user_id, id)
    if (!found) throw new Refusal('MEASUREMENT_NOT_FOUND')
    const spot = await requireSpot(tx, viewer.user_id, found.spot_id)
    if (found.user_id !== viewer.user_id && (await rightAt(tx, viewer, spot)) === null)
      throw new Refusal('NOT_ALLOWED')
    await deleteMeasurement(tx, id)
  })
}
