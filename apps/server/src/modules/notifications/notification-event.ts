import type { NotificationEvent } from '@nollie/contract'

/** The live event for a change of a person's notifications. */
export const eventFor = (user_id: string, data: NotificationEvent) => ({
  topic: `user:${user_id}`,
  name: 'notification',
  data,
})
