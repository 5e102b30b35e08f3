import type { Db } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { deleteOldNews } from './notify.queries.ts'

export { notificationRoutes } from './notifications.routes.ts'
export { notify, tellWithdrawn } from './notifications.service.ts'
export { countTold, deleteRemovalNews, type News, notifyOfCommentInSql } from './notify.queries.ts'

/** News older than this interests nobody and is forgotten. */
const KEPT_DAYS = 90
const CLEAN_SECONDS = 3600

/** Registers the end of old notifications; call before the jobs are started. */
export const forgetOldNewsRegularly = (db: Db, jobs: Jobs): void =>
  jobs.every('old notifications', CLEAN_SECONDS, () => deleteOldNews(db, KEPT_DAYS))
