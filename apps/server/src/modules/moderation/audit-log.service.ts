import type { AuditEntry, Viewer } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, writeCursor } from '../../platform/http/index.ts'
import { selectAuditEntries } from './audit-log.queries.ts'

const AUDIT_PAGE = 50
const AuditCursor = z.tuple([z.literal('log'), z.number().int()])

/** Returns a page of the audit log, newest first. @throws Refusal BAD_CURSOR */
export async function auditPage(
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<{ items: AuditEntry[]; next_cursor: string | null }> {
  const before = cursor === undefined ? null : readCursor(AuditCursor, cursor)[1]
  const found = await selectAuditEntries(db, viewer.user_id, { before, limit: AUDIT_PAGE + 1 })
  const items = found.slice(0, AUDIT_PAGE)
  const last = found.length > AUDIT_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['log', last.id]) : null }
}
