import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { newsPage, readAll, readOne, setSwitches, switchesOf, unreadNews } from './notifications.service.ts'

/** A person's own news, and which of it they want. */
export const notificationRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.listNotifications, ({ query, viewer }) => newsPage(db, viewer.user_id, query.cursor))
  serve(app, contract.countUnreadNotifications, ({ viewer }) => unreadNews(db, viewer.user_id))
  serve(app, contract.readNotifications, ({ body, viewer }) => readAll(db, viewer.user_id, body.until))
  serve(app, contract.readNotification, ({ params, viewer }) =>
    readOne(db, viewer.user_id, params.notification_id),
  )
  serve(app, contract.getNotificationSwitches, ({ viewer }) => switchesOf(db, viewer.user_id))
  serve(app, contract.setNotificationSwitches, ({ body, viewer }) => setSwitches(db, viewer.user_id, body))
}
