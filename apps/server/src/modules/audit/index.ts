import type { AuditAct, CaseKind, Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { defineModule } from '../../module.ts'

type Subject = { kind: Exclude<CaseKind, 'user' | 'message'>; id: string }

/** Records admins' actions on other people's content, in the same transaction as the action. */
export type AuditHook = {
  /** Called before the deletion, while the subject is locked. */
  deletes: (tx: Tx, admin: Viewer, subject: Subject) => Promise<void>
  restores: (tx: Tx, admin: Viewer, spot: { name: string; created_by: string | null }) => Promise<void>
  /** Writes an audit entry for an action other than deciding a case. */
  records: (
    tx: Tx,
    entry: { admin_id: string; act: Exclude<AuditAct, 'decided'>; user_id: string | null; reason: string },
  ) => Promise<void>
}

/** Calls the audit hook, unless the viewer is deleting their own content. */
export async function audited(
  audit: AuditHook,
  tx: Tx,
  viewer: Viewer,
  { owner_id, ...subject }: Subject & { owner_id: string | null },
): Promise<void> {
  if (owner_id !== viewer.user_id) await audit.deletes(tx, viewer, subject)
}

/**
 * A hook that lets spots, posts, comments, and discussions call the moderation module without a circular import. The
 * module list passes in the implementation.
 */
export const audit = defineModule({
  name: 'audit',
  open: (_deps: object, hook: AuditHook): AuditHook => hook,
})
