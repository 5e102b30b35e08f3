import { defineModule, STAYS } from '../../module.ts'
import { deleteOldNotifications } from './notify.queries.ts'
import { notificationRoutes } from './notifications.routes.ts'

export { notify, publishWithdrawn } from './notifications.service.ts'
export { countTold, deleteRemovalNews, type News, notifyOfCommentInSql } from './notify.queries.ts'

/** Days after which a notification interests nobody. */
const KEPT_DAYS = 90

/** What people are notified of. */
export const notifications = defineModule({
  name: 'notifications',
  needs: ['db'],
  tables: {
    notification_mutes: STAYS.withAccount,
  },
  routes: notificationRoutes,
  cleanUps: [
    {
      name: 'old notifications',
      everySeconds: 3600,
      removes: { notifications: 'after ninety days' },
      run: ({ db }) => deleteOldNotifications(db, KEPT_DAYS),
    },
  ],
})
