import type { StewardWork, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { requireArea } from './areas.service.ts'
import { isStewardOfArea } from './rights.queries.ts'
import { selectWork } from './work.queries.ts'

/**
 * Returns an area's open tasks.
 * @throws Refusal AREA_NOT_FOUND, including for people who aren't stewards there
 */
export async function getWork(db: Db, viewer: Viewer, area_id: string): Promise<StewardWork> {
  const area = await requireArea(db, area_id)
  if (!viewer.is_admin && !(await isStewardOfArea(db, viewer.user_id, area_id)))
    throw new Refusal('AREA_NOT_FOUND')
  return { area, ...(await selectWork(db, viewer.user_id, area_id)) }
}
