import type { NotificationEvent } from '@nollie/contract'

/** Builds the live event for a change to a person's notifications. */
export function eventFor(user_id: string, data: NotificationEvent) {
  return {
    topic: `user:${user_id}`,
    name: 'notification',
    data,
  }
}
