import { isDeepStrictEqual } from 'node:util'
import type { ImportConflict, ImportRun, Viewer } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { reversePlace } from '../places/index.ts'
import { changeImportedSpot } from '../spots/index.ts'
import { closeConflict, findTheirPosition, lockConflict, selectConflicts } from './conflicts.queries.ts'
import { editOf } from './update-records.service.ts'
import { selectRuns } from './runs.queries.ts'

const PAGE = 20
const AfterId = z.tuple([z.enum(['runs', 'conflicts']), z.uuid()])

type Page<T> = { items: T[]; next_cursor: string | null }

const pageOf = async <T extends { id: string }>(
  kind: 'runs' | 'conflicts',
  cursor: string | undefined,
  select: (after: string | null, limit: number) => Promise<T[]>,
): Promise<Page<T>> => {
  let after: string | null = null
  if (cursor !== undefined) {
    const [of, id] = readCursor(AfterId, cursor)
    if (of !== kind) throw new Refusal('BAD_CURSOR')
    after = id
  }
  const found = await select(after, PAGE + 1)
  const items = found.slice(0, PAGE)
  const last = found.length > PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([kind, last.id]) : null }
}

/** A page of the operator's imports. @throws Refusal BAD_CURSOR */
export const runsPage = (db: Db, cursor: string | undefined): Promise<Page<ImportRun>> =>
  pageOf('runs', cursor, (after, limit) => selectRuns(db, after, limit))

/** A page of the conflicts that wait for a moderator. @throws Refusal BAD_CURSOR */
export const conflictsPage = (
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<Page<ImportConflict>> =>
  pageOf('conflicts', cursor, (after, limit) => selectConflicts(db, viewer.user_id, after, limit))

/**
 * Decides a conflict: takes what the source says as an edit of the moderator, or leaves what the spot says. The same decision
 * again changes nothing.
 * @throws Refusal NOT_FOUND, STALE when the spot was changed since or the source says another position, CONFLICT when it was decided otherwise
 */
export const decideConflict = async (
  db: Db,
  { user_id }: Viewer,
  id: string,
  { take, version }: { take: boolean; version: number },
): Promise<void> => {
  const state = take ? 'taken' : 'kept'
  // Reads the gazetteer before the transaction, because its first reading takes long and must not hold up a lock.
  const to = take ? await findTheirPosition(db, id) : null
  const found = to && (await reversePlace(to.latitude, to.longitude))
  await db.transaction().execute(async (tx) => {
    const conflict = await lockConflict(tx, user_id, id)
    if (!conflict) throw new Refusal('NOT_FOUND')
    if (conflict.state === state) return
    if (conflict.state !== 'open') throw new Refusal('CONFLICT')
    if (take) {
      if (conflict.version !== version) throw new Refusal('STALE')
      const { field, theirs, spot_id } = conflict
      // A run may have stored another position since its place was looked up.
      if (field === 'position' && !isDeepStrictEqual(theirs, to)) throw new Refusal('STALE')
      await changeImportedSpot(tx, spot_id, { edit: editOf({ [field]: theirs }), found, by: { user_id } })
    }
    await closeConflict(tx, id, { state, decided_by: user_id })
  })
}
