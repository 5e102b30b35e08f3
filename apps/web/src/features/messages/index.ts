export { MessagesLink } from './messages-link.tsx'
export { UnreadMessages } from './unread-messages.tsx'
export { ConversationScreen, MessagesScreen, NewMessageScreen } from './messages-screens.tsx'
export { messageKinds } from './waiting-kinds.ts'
