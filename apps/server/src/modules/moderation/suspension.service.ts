import type { SuspensionReason } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { linkToken } from '../accounts/index.ts'
import { selectReasons } from './suspension.queries.ts'

/** Since when and why a member is suspended, with the token that opens each decision; null for who is not suspended. */
export const suspensionOf = async (
  { db, secret }: { db: Db; secret: string },
  user_id: string,
): Promise<{ suspended_at: string | null; reasons: SuspensionReason[] }> => {
  const { suspended_at, reasons } = await selectReasons(db, user_id)
  return {
    suspended_at,
    reasons: reasons.map(({ reason, decision_id }) => ({
      ...reason,
      appeal_token: decision_id && linkToken(secret, 'appeal', decision_id),
    })),
  }
}
