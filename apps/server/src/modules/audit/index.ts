import type { CaseKind, Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { defineModule } from '../../module.ts'

type Subject = { kind: Exclude<CaseKind, 'user' | 'message'>; id: string }

/** Writes down what admins do to what another made, in the transaction of it. */
export type AuditHook = {
  /** Called while the subject is still there and locked. */
  deletes: (tx: Tx, admin: Viewer, subject: Subject) => Promise<void>
  restores: (tx: Tx, admin: Viewer, spot: { name: string; created_by: string | null }) => Promise<void>
}

/** Calls the hook unless somebody deletes what is their own. */
export const audited = async (
  audit: AuditHook,
  tx: Tx,
  viewer: Viewer,
  { owner_id, ...subject }: Subject & { owner_id: string | null },
): Promise<void> => {
  if (owner_id !== viewer.user_id) await audit.deletes(tx, viewer, subject)
}

/**
 * What spots, posts, comments and discussions know of moderation, which is built on them: the hook is moderation's, and
 * the list of modules gives it.
 */
export const audit = defineModule({
  name: 'audit',
  open: (_deps: object, hook: AuditHook): AuditHook => hook,
})
