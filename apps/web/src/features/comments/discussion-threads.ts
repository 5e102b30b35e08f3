import type { QueryClient } from '@tanstack/react-query'

/** Callbacks through which comments report changes to their discussion. */
export type DiscussionThreads = {
  /** Called when a discussion's comment count changes. */
  counted: (client: QueryClient, discussion_id: string, comments_count: number) => void
  /** Called when a discussion no longer exists on the server. */
  missing: (client: QueryClient, discussion_id: string) => void
}

let listener: DiscussionThreads | null = null

/** Registers the callbacks at run time, because `comments` must not import `discussions`. */
export function listenToThreads(threads: DiscussionThreads): void {
  listener = threads
}

/** Publishes a discussion's comment count. */
export const publishCount: DiscussionThreads['counted'] = (...change) => listener?.counted(...change)

/** Reports that a discussion no longer exists. */
export const publishMissing: DiscussionThreads['missing'] = (...change) => listener?.missing(...change)
