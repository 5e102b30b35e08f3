import type { QueryClient } from '@tanstack/react-query'

/** Callbacks with which the comments of a discussion report changes of the discussion. */
export type DiscussionThreads = {
  /** The number of comments changed. */
  counted: (client: QueryClient, discussion_id: string, comments_count: number) => void
  /** The server answered that the discussion does not exist. */
  missing: (client: QueryClient, discussion_id: string) => void
}

let listener: DiscussionThreads | null = null

/** Registers the callbacks. They are registered at run time because `comments` must not import `discussions`. */
export const listenToThreads = (threads: DiscussionThreads): void => {
  listener = threads
}

/** Reports the number of comments of a discussion. */
export const publishCount: DiscussionThreads['counted'] = (...change) => listener?.counted(...change)

/** Reports that a discussion does not exist any more. */
export const publishMissing: DiscussionThreads['missing'] = (...change) => listener?.missing(...change)
