import type { CaseKind, Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'

/**
 * Is there when an admin deletes what another made, in the transaction of it and while the thing is still there and held:
 * writes it down and tells whose it was. Given by the composition, for moderation knows all the things.
 */
export type Oversight = (
  tx: Tx,
  admin: Viewer,
  thing: { kind: Exclude<CaseKind, 'user' | 'message'>; id: string },
) => Promise<void>

/** Has the oversight there unless somebody deletes what is their own. */
export const overseen = async (
  oversight: Oversight,
  tx: Tx,
  viewer: Viewer,
  { owner_id, ...thing }: Parameters<Oversight>[2] & { owner_id: string | null },
): Promise<void> => {
  if (owner_id !== viewer.user_id) await oversight(tx, viewer, thing)
}
