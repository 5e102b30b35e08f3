import { ACTIVITY_MAX, type ActivityItem } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isThereFor } from '../blocks/index.ts'
import { selectActivity } from './activity.queries.ts'

const dayOf = (moment: string, offset: number): number =>
  Math.floor((Date.parse(moment) - offset * 60_000) / 86_400_000)

/**
 * What a person did last, of the newest days only.
 * @param offset minutes that UTC is ahead of the reader's clock, as `getTimezoneOffset` gives it
 * @throws Refusal PERSON_NOT_FOUND
 */
export const activityOf = async (
  db: Db,
  viewer: string,
  user_id: string,
  offset: number,
): Promise<ActivityItem[]> => {
  if (!(await isThereFor(db, viewer, user_id))) throw new Refusal('PERSON_NOT_FOUND')
  const items = await selectActivity(db, viewer, user_id)
  const days = [...new Set(items.map(({ created_at }) => dayOf(created_at, offset)))]
  const shown = new Set(days.slice(0, ACTIVITY_MAX.days))
  return items.filter(({ created_at }) => shown.has(dayOf(created_at, offset)))
}
