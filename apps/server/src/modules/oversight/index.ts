import type { CaseKind, Viewer } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'

type Thing = { kind: Exclude<CaseKind, 'user' | 'message'>; id: string }

/**
 * Is there when an admin deletes what another made, or brings a deleted spot back, in the transaction of it: writes it
 * down. Given by the composition, for moderation knows all the things.
 */
export type Oversight = {
  /** While the thing is still there and held; also tells whose it was. */
  deletes: (tx: Tx, admin: Viewer, thing: Thing) => Promise<void>
  restores: (tx: Tx, admin: Viewer, spot: { name: string; created_by: string | null }) => Promise<void>
}

/** Has the oversight there unless somebody deletes what is their own. */
export const overseen = async (
  oversight: Oversight,
  tx: Tx,
  viewer: Viewer,
  { owner_id, ...thing }: Thing & { owner_id: string | null },
): Promise<void> => {
  if (owner_id !== viewer.user_id) await oversight.deletes(tx, viewer, thing)
}
