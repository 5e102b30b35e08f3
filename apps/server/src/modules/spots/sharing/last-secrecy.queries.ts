import type { Audience, ExactAudience, Precision } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'

/** A spot's visibility: its audience, its precision, and who can see its exact position. */
export type Secrecy = {
  audience: Audience
  precision: Precision
  exact_for: ExactAudience
  crew_id: string | null
}

/** Returns the visibility of the last spot a person shared, even if it was deleted. Defaults to public and exact. */
export async function selectLastSecrecy(db: Db, user_id: string): Promise<Secrecy> {
  const row = await db
    .selectFrom('spots')
    .select(['precision', 'exact_for', 'crew_id'])
    .select((eb) => eb.fn.coalesce('opens_to', 'audience').as('audience'))
    .where('created_by', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { audience: 'everybody', precision: 'exact', exact_for: 'only_me', crew_id: null }
}
