import { type Bulletin, LIMITS, type NewBulletin, type Viewer } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { isSpotFor } from '../audiences/index.ts'
import {
  countBulletins,
  deleteBulletin,
  findBulletin,
  insertBulletin,
  isSpotInArea,
  lockBulletin,
} from './bulletins.queries.ts'
import { isStewardOfArea } from './rights.queries.ts'
import { requireArea } from './areas.service.ts'
import { say, type Sentence } from '../../platform/languages/index.ts'

type Deps = { db: Db; audit: AuditHook }

const DAY_MS = 86_400_000

/** @throws Refusal BAD_REQUEST if the bulletin has ended, lasts too long, or starts too far in the future */
function requireTimes({ starts_at, ends_at }: Pick<NewBulletin, 'starts_at' | 'ends_at'>): void {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)]
  const refuse = (field: 'starts_at' | 'ends_at', detail: Sentence) => {
    throw refusedField('BAD_REQUEST', field, detail)
  }
  if (end <= Date.now()) refuse('ends_at', say`Choose a future date.`)
  if (start > Date.now() + LIMITS.bulletin_ahead_days * DAY_MS)
    refuse('starts_at', say`Choose an earlier date.`)
  if (end - Math.max(start, Date.now()) > LIMITS.bulletin_days * DAY_MS)
    refuse('ends_at', say`Choose an earlier date.`)
}

/** Whether the viewer can act in an area: admins and its stewards can. */
async function mayActIn(db: Db, viewer: Viewer, area_id: string): Promise<boolean> {
  return viewer.is_admin || (await isStewardOfArea(db, viewer.user_id, area_id))
}

/**
 * Pins a bulletin, once per idempotency key.
 * @throws Refusal AREA_NOT_FOUND, including for people who aren't stewards there; SPOT_NOT_FOUND if the spot isn't in
 * the area or the viewer can't see it; TOO_MANY_BULLETINS, BAD_REQUEST, IN_PROGRESS, KEY_REUSED
 */
export function pinBulletin(
  { db, audit }: Deps,
  viewer: Viewer,
  key: string,
  body: NewBulletin,
): Promise<Bulletin> {
  return idempotent(db, { user_id: viewer.user_id, key, body }, async (tx) => {
    const { area_id, spot_id, ...rest } = body
    requireTimes(body)
    await requireArea(tx, area_id)
    if (!(await mayActIn(tx, viewer, area_id))) throw new Refusal('AREA_NOT_FOUND')
    if (
      spot_id &&
      !((await isSpotFor(tx, viewer.user_id, spot_id)) && (await isSpotInArea(tx, spot_id, area_id)))
    )
      throw new Refusal('SPOT_NOT_FOUND')
    if ((await countBulletins(tx, area_id)) >= LIMITS.bulletins_max) throw new Refusal('TOO_MANY_BULLETINS')
    const id = uuid()
    await insertBulletin(tx, { id, area_id, spot_id, user_id: viewer.user_id, ...rest })
    await audit.records(tx, { admin_id: viewer.user_id, act: 'pinned', user_id: null, reason: rest.content })
    const pinned = await findBulletin(tx, viewer.user_id, id)
    if (!pinned) throw new Refusal('AREA_NOT_FOUND')
    return pinned
  })
}

/**
 * Deletes a bulletin.
 * @throws Refusal BULLETIN_NOT_FOUND, including for people who aren't stewards in its area
 */
export function unpinBulletin({ db, audit }: Deps, viewer: Viewer, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const pinned = await lockBulletin(tx, id)
    if (!pinned || !(await mayActIn(tx, viewer, pinned.area_id))) throw new Refusal('BULLETIN_NOT_FOUND')
    await deleteBulletin(tx, id)
    const { user_id, content: reason } = pinned
    await audit.records(tx, { admin_id: viewer.user_id, act: 'unpinned', user_id, reason })
  })
}

/**
 * Deletes a reported bulletin after a moderator's decision.
 * @throws Refusal BULLETIN_NOT_FOUND
 */
export async function removeBulletin(tx: Tx, id: string): Promise<void> {
  if (!(await deleteBulletin(tx, id))) throw new Refusal('BULLETIN_NOT_FOUND')
}
