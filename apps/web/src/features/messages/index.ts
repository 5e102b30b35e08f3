export { MessagesLink } from './messages-link.tsx'
export { UnreadBadge, useUnread } from './unread-badge.tsx'
export { ConversationScreen, MessagesScreen, NewMessageScreen } from './messages-screens.tsx'
export { messageKinds } from './outbox-kinds.ts'
