import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { setSwitches, getSwitches } from './notification-switches.service.ts'
import { notificationsPage } from './notifications.service.ts'
import { readAll, readOne, readUnreadCount } from './read-notifications.service.ts'

/** Routes for a person's notifications and their settings. */
export function notificationRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listNotifications, ({ query, viewer }) =>
    notificationsPage(db, viewer.user_id, query.cursor),
  )
  serve(app, contract.countUnreadNotifications, ({ viewer }) => readUnreadCount(db, viewer.user_id))
  serve(app, contract.readNotifications, ({ body, viewer }) => readAll(db, viewer.user_id, body.until))
  serve(app, contract.readNotification, ({ params, viewer }) =>
    readOne(db, viewer.user_id, params.notification_id),
  )
  serve(app, contract.getNotificationSwitches, ({ viewer }) => getSwitches(db, viewer.user_id))
  serve(app, contract.setNotificationSwitches, ({ body, viewer }) => setSwitches(db, viewer.user_id, body))
}
