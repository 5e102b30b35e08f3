// The card next to the feed has its own entry point, `notifications-card.tsx`, so that the bell doesn't load it.
export { NotificationBell } from './notification-bell.tsx'
export { NotificationsCard } from './notifications-card.tsx'
export { useBell } from './use-bell.tsx'
