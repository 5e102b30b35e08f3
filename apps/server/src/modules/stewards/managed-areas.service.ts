import { LIMITS, type ManagedArea, type NewArea, type Viewer } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { idempotent } from '../../db/idempotent.ts'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import type { AuditHook } from '../audit/index.ts'
import {
  countAreas,
  deleteArea,
  deleteSteward,
  findManagedArea,
  findMemberNamed,
  insertArea,
  insertSteward,
  isNameTaken,
  lockArea,
  selectManagedAreas,
  updateArea,
} from './managed-areas.queries.ts'

type Deps = { db: Db; audit: AuditHook }

const AREAS_PAGE = 50
const AreasCursor = z.tuple([z.literal('areas'), z.uuid()])

async function requireManaged(db: Db, id: string): Promise<ManagedArea> {
  const area = await findManagedArea(db, id)
  if (!area) throw new Refusal('AREA_NOT_FOUND')
  return area
}

/** Returns a page of areas, newest first. @throws Refusal BAD_CURSOR */
export async function managedAreasPage(
  db: Db,
  cursor: string | undefined,
): Promise<{ items: ManagedArea[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : readCursor(AreasCursor, cursor)[1]
  const found = await selectManagedAreas(db, before, AREAS_PAGE + 1)
  const items = found.slice(0, AREAS_PAGE)
  const last = found.length > AREAS_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['areas', last.id]) : null }
}

/**
 * Adds an area, once per idempotency key.
 * @throws Refusal AREA_NAME_TAKEN, TOO_MANY_AREAS, IN_PROGRESS, KEY_REUSED
 */
export function addArea(
  { db, audit }: Deps,
  { user_id }: Viewer,
  key: string,
  body: NewArea,
): Promise<ManagedArea> {
  return idempotent(db, { user_id, key, body }, async (tx) => {
    if ((await countAreas(tx)) >= LIMITS.steward_areas_max) throw new Refusal('TOO_MANY_AREAS')
    const id = uuid()
    if (!(await insertArea(tx, id, body))) throw new Refusal('AREA_NAME_TAKEN')
    await audit.records(tx, { admin_id: user_id, act: 'set_area', user_id: null, reason: body.name })
    return requireManaged(tx, id)
  })
}

/**
 * Changes an area's name and shape.
 * @throws Refusal AREA_NOT_FOUND, AREA_NAME_TAKEN
 */
export function setArea(
  { db, audit }: Deps,
  viewer: Viewer,
  id: string,
  body: NewArea,
): Promise<ManagedArea> {
  return db.transaction().execute(async (tx) => {
    // Called only for its lock, which is also held while additions check for duplicate names.
    await countAreas(tx)
    if (await isNameTaken(tx, id, body.name)) throw new Refusal('AREA_NAME_TAKEN')
    if (!(await updateArea(tx, id, body))) throw new Refusal('AREA_NOT_FOUND')
    await audit.records(tx, { admin_id: viewer.user_id, act: 'set_area', user_id: null, reason: body.name })
    return requireManaged(tx, id)
  })
}

/**
 * Deletes an area. Its stewards lose their rights there.
 * @throws Refusal AREA_NOT_FOUND
 */
export function removeArea({ db, audit }: Deps, viewer: Viewer, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const name = await deleteArea(tx, id)
    if (name === undefined) throw new Refusal('AREA_NOT_FOUND')
    await audit.records(tx, { admin_id: viewer.user_id, act: 'removed_area', user_id: null, reason: name })
  })
}

/**
 * Appoints a member as an area's steward. Does nothing if they already are one.
 * @throws Refusal AREA_NOT_FOUND, PERSON_NOT_FOUND, including for people who are suspended or about to be deleted,
 * TOO_MANY_STEWARDS
 */
export function nameSteward(
  { db, audit }: Deps,
  viewer: Viewer,
  area_id: string,
  username: string,
): Promise<ManagedArea> {
  return db.transaction().execute(async (tx) => {
    const area = await lockArea(tx, area_id)
    if (!area) throw new Refusal('AREA_NOT_FOUND')
    const user_id = await findMemberNamed(tx, username)
    if (!user_id) throw new Refusal('PERSON_NOT_FOUND')
    if (await insertSteward(tx, { area_id, user_id, named_by: viewer.user_id })) {
      if (area.stewards >= LIMITS.stewards_max) throw new Refusal('TOO_MANY_STEWARDS')
      await audit.records(tx, { admin_id: viewer.user_id, act: 'named_steward', user_id, reason: area.name })
    }
    return requireManaged(tx, area_id)
  })
}

/**
 * Removes a steward from an area.
 * @throws Refusal AREA_NOT_FOUND, PERSON_NOT_FOUND if the person isn't a steward there
 */
export function endSteward(
  { db, audit }: Deps,
  viewer: Viewer,
  area_id: string,
  { user_id, reason }: { user_id: string; reason: string },
): Promise<ManagedArea> {
  return db.transaction().execute(async (tx) => {
    const area = await lockArea(tx, area_id)
    if (!area) throw new Refusal('AREA_NOT_FOUND')
    if (!(await deleteSteward(tx, area_id, user_id))) throw new Refusal('PERSON_NOT_FOUND')
    const entry = { admin_id: viewer.user_id, user_id, reason }
    await audit.records(tx, { ...entry, act: 'ended_steward' })
    return requireManaged(tx, area_id)
  })
}
