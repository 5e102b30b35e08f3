export { NotificationBell } from './notification-bell.tsx'
export { NEWS_KEY } from './unread.ts'
