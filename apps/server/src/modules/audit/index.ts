import type { AuditAct, CaseKind, Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { defineModule } from '../../module.ts'

type Subject = { kind: Exclude<CaseKind, 'user' | 'message'>; id: string }

/** Records admins' actions on others' content, in the same transaction. */
export type AuditHook = {
  /** Called before the deletion, while the subject is locked. */
  deletes: (tx: Tx, admin: Viewer, subject: Subject) => Promise<void>
  restores: (tx: Tx, admin: Viewer, spot: { name: string; created_by: string | null }) => Promise<void>
  /** Writes an entry for an action that is not the decision of a case. */
  records: (
    tx: Tx,
    entry: { admin_id: string; act: Exclude<AuditAct, 'decided'>; user_id: string | null; reason: string },
  ) => Promise<void>
}

/** Calls the hook unless the viewer deletes their own content. */
export const audited = async (
  audit: AuditHook,
  tx: Tx,
  viewer: Viewer,
  { owner_id, ...subject }: Subject & { owner_id: string | null },
): Promise<void> => {
  if (owner_id !== viewer.user_id) await audit.deletes(tx, viewer, subject)
}

/**
 * The hook by which spots, posts, comments, and discussions call moderation, which imports them. The list of modules
 * passes it in.
 */
export const audit = defineModule({
  name: 'audit',
  open: (_deps: object, hook: AuditHook): AuditHook => hook,
})
