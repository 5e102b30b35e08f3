import type { NotificationEvent } from '@nollie/contract'

/** Builds the live event for a change to a person's notifications. */
export const eventFor = (user_id: string, data: NotificationEvent) => ({
  topic: `user:${user_id}`,
  name: 'notification',
  data,
})
