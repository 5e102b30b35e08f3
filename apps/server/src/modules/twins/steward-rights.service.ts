import type { Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { isStewardAtSpot } from '../stewards/index.ts'

/** Whether the viewer is a steward at both spots. */
export async function isStewardAtBoth(
  db: Db,
  { user_id }: Viewer,
  one: { id: string },
  other: { id: string },
): Promise<boolean> {
  return (await isStewardAtSpot(db, user_id, one.id)) && (await isStewardAtSpot(db, user_id, other.id))
}
