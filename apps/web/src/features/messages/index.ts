export { MessagesLink } from './inbox/messages-link.tsx'
export { UnreadBadge, useUnread } from './inbox/unread-badge.tsx'
export { ConversationScreen, MessagesScreen, NewMessageScreen } from './messages-screens.tsx'
export { messageKinds } from './outbox-kinds.ts'
