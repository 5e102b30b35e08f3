// The card beside the feed has a door of its own, `activity-card.tsx`: the bell need not load it.
export { NotificationBell } from './notification-bell.tsx'
export { NOTIFICATIONS_KEY } from './unread.ts'
