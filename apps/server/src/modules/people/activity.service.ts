import { ACTIVITY_MAX, type ActivityItem } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { selectActivity } from './activity.queries.ts'

function toDayNumber(moment: string, offset: number): number {
  return Math.floor((Date.parse(moment) - offset * 60_000) / 86_400_000)
}

/**
 * Returns a person's activity on the most recent dates that have any.
 * @param offset minutes from local time to UTC, as returned by the viewer's `getTimezoneOffset`
 * @throws Refusal PERSON_NOT_FOUND
 */
export async function getActivity(
  db: Db,
  viewer: string,
  user_id: string,
  offset: number,
): Promise<ActivityItem[]> {
  if (!(await isVisibleTo(db, viewer, user_id))) throw new Refusal('PERSON_NOT_FOUND')
  const items = await selectActivity(db, viewer, user_id)
  const days = [...new Set(items.map(({ created_at }) => toDayNumber(created_at, offset)))]
  const shown = new Set(days.slice(0, ACTIVITY_MAX.days))
  return items.filter(({ created_at }) => shown.has(toDayNumber(created_at, offset)))
}
