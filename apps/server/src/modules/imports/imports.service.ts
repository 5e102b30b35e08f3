import type { ImportConflict, ImportRun, Viewer } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { selectConflicts } from './conflicts.queries.ts'
import { selectRuns } from './runs.queries.ts'

const PAGE = 20

const AfterId = z.tuple([z.enum(['runs', 'conflicts']), z.uuid()])

type Page<T> = { items: T[]; next_cursor: string | null }

async function listPage<T extends { id: string }>(
  kind: 'runs' | 'conflicts',
  cursor: string | undefined,
  select: (after: string | null, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
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

/** Returns a page of the operator's imports. @throws Refusal BAD_CURSOR */
export function runsPage(db: Db, cursor: string | undefined): Promise<Page<ImportRun>> {
  return listPage('runs', cursor, (after, limit) => selectRuns(db, after, limit))
}

/**
 * Returns a page of conflicts that need a moderator.
 * @throws Refusal BAD_CURSOR
 */
export function conflictsPage(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<Page<ImportConflict>> {
  return listPage('conflicts', cursor, (after, limit) => selectConflicts(db, viewer.user_id, after, limit))
}
