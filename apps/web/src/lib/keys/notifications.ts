/** Query keys for notifications, and for both unread counts, which the bell loads in one request. */
export const notificationKeys = {
  all: ['notifications'] as const,
  list: ['notifications', 'list'] as const,
  latest: ['notifications', 'latest'] as const,
  unread: ['notifications', 'unread'] as const,
  unreadMessages: ['notifications', 'messages'] as const,
}
