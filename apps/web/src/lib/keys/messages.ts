/** Query keys for conversations and messages. The unread count is in `notifications.ts`. */
export const messageKeys = {
  all: ['messages'] as const,
  threads: ['messages', 'threads'] as const,
  box: (box: string) => ['messages', 'threads', box] as const,
  thread: (thread_id: string) => ['messages', 'thread', thread_id] as const,
  threadWith: (user_id: string) => ['messages', 'with', user_id] as const,
  allContents: ['messages', 'content'] as const,
  content: (thread_id: string) => ['messages', 'content', thread_id] as const,
}
