/** Notifications, and both unread counts: the bell updates that of the messages beside it. */
export const notificationKeys = {
  all: ['notifications'] as const,
  list: ['notifications', 'list'] as const,
  latest: ['notifications', 'latest'] as const,
  unread: ['notifications', 'unread'] as const,
  unreadMessages: ['notifications', 'messages'] as const,
}
