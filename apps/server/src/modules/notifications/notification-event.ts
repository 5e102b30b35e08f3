import type { NotificationEvent } from '@nollie/contract'

/** The live event of a change of somebody's notifications. */
export const eventFor = (user_id: string, data: NotificationEvent) => ({
  topic: `user:${user_id}`,
  name: 'notification',
  data,
})
