import type { QueryClient } from '@tanstack/react-query'

/** Callbacks through which comments report changes to their discussion. */
export type DiscussionThreads = {
  /** The number of comments changed. */
  counted: (client: QueryClient, discussion_id: string, comments_count: number) => void
  /** The discussion no longer exists on the server. */
  missing: (client: QueryClient, discussion_id: string) => void
}

let listener: DiscussionThreads | null = null

/** Registers the callbacks. They are registered at run time because `comments` must not import `discussions`. */
export const listenToThreads = (threads: DiscussionThreads): void => {
  listener = threads
}

/** Reports the number of comments of a discussion. */
export const publishCount: DiscussionThreads['counted'] = (...change) => listener?.counted(...change)

/** Reports that a discussion no longer exists. */
export const publishMissing: DiscussionThreads['missing'] = (...change) => listener?.missing(...change)
