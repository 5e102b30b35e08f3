export { MessagesLink, UnreadMessages } from './messages-link.tsx'
export { ConversationScreen, MessagesScreen, NewMessageScreen } from './messages-screens.tsx'
