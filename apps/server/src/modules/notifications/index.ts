import { defineModule, STAYS } from '../../module.ts'
import { deleteOldNotifications } from './delete-notifications.queries.ts'
import { notificationRoutes } from './notifications.routes.ts'

export { readNewLines } from './notifications.service.ts'
export { countNotified, type NewNotification, notifyOfCommentInSql } from './notify.queries.ts'
export { deleteSpotMerged, deleteSpotRemoved } from './delete-notifications.queries.ts'
export { notify, publishWithdrawn } from './notify.service.ts'
export { selectSpotState } from './visibility.queries.ts'

/** Days until a notification is deleted. */
const MAX_AGE_DAYS = 90

/** Notifications and the settings for each type. */
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
      run: ({ db }) => deleteOldNotifications(db, MAX_AGE_DAYS),
    },
  ],
})
