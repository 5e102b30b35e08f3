import { jobKind, type JobRun } from '../../platform/jobs/index.ts'
import type { AreaDeps } from './work-area.service.ts'
import { giveUp, workArea } from './work-area.service.ts'

type Data = { area_id: string }

/**
 * Job that works on an import from OpenStreetMap. Large countries take an hour, and a busy server longer. More than one
 * can run, so that an import that waits for another one can be cancelled or undone.
 */
export const IMPORT_AREA = jobKind<Data>({
  name: 'import-area',
  retries: 20,
  retryDelay: 5,
  retryDelayMax: 300,
  expireInSeconds: 12 * 3600,
  heartbeatSeconds: 30,
  concurrency: 3,
})

/** Works on an import. After the last attempt, the import stops until an admin retries. */
export function runImportArea(deps: AreaDeps) {
  return async ({
    data,
    lastTry,
    signal,
  }: Pick<JobRun<Data>, 'data' | 'lastTry' | 'signal'>): Promise<void> => {
    try {
      await workArea(deps, data.area_id, signal)
    } catch (error) {
      if (lastTry && !signal.aborted) await giveUp(deps.db, data.area_id)
      throw error
    }
  }
}
