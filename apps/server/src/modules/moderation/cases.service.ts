import {
  CASE_LISTS,
  type CaseList,
  type CaseSummary,
  type ModerationCase,
  type Viewer,
} from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { type CaseCursor, findCase, selectCases } from './cases.queries.ts'
import { say } from '../../platform/languages/index.ts'

/** Cases or deleted spots per page. */
export const CASES_PAGE = 20
// Includes the list, because a cursor is valid only in its own list.
const CaseCursor = z.tuple([z.enum(CASE_LISTS), z.iso.datetime(), z.uuid()])
/** Returns a page of cases, from one list or about one person. @throws Refusal BAD_CURSOR */
export async function casesPage(
  db: Db,
  viewer: Viewer,
  {
    status: list,
    owner_id,
    cursor,
  }: { status: CaseList; owner_id?: string | undefined; cursor?: string | undefined },
): Promise<{ items: CaseSummary[]; next_cursor: string | null }> {
  let after: CaseCursor | null = null
  if (cursor !== undefined) {
    const [cursorList, created_at, id] = readCursor(CaseCursor, cursor)
    if (cursorList !== list) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  const found = await selectCases(db, viewer.user_id, list, { owner_id, after, limit: CASES_PAGE + 1 })
  const page = found.slice(0, CASES_PAGE)
  const last = found.length > CASES_PAGE ? page.at(-1)?.cursor : undefined
  return {
    items: page.map(({ item }) => item),
    next_cursor: last ? writeCursor([list, last.created_at, last.id]) : null,
  }
}

/** Refuses decisions about the viewer's own content. @throws Refusal NOT_ALLOWED */
export function refuseOwn(viewer: Viewer, owner_id: string | null | undefined): void {
  if (owner_id === viewer.user_id)
    throw new Refusal('NOT_ALLOWED', {
      detail: say`Someone else has to decide this, because it’s about you.`,
    })
}

/**
 * Returns a case for the admin who decides it. Refused if it's about their own content, because it names the reporters.
 * @throws Refusal NOT_FOUND, NOT_ALLOWED
 */
export async function readCase(db: Db, viewer: Viewer, id: string): Promise<ModerationCase> {
  const found = await requireCase(db, viewer, id)
  refuseOwn(viewer, found.owner?.user_id)
  return found
}

/**
 * Returns a case with everything needed to decide it.
 * @throws Refusal NOT_FOUND
 */
export async function requireCase(db: Db, viewer: Viewer, id: string): Promise<ModerationCase> {
  const found = await findCase(db, viewer.user_id, id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}
