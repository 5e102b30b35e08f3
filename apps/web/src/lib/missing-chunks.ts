import { serverAnswers } from './server-answers.ts'

const missing = new WeakSet<Error>()

/** Whether this error is a part of the program that could not be fetched: a newer version on the server, or no network. */
export const chunkIsMissing = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Loads the page again, because the browser does not request a missing chunk a second time; not where nothing reaches the
 * server, for that would lose the page. Resolves with whether it does.
 */
export const reloadIfReached = async (): Promise<boolean> => {
  const isReached = await serverAnswers()
  if (isReached) location.reload()
  return isReached
}

/** Remembers errors of missing chunks, so that the error page asks before it loads the new version. */
export function noteMissingChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    try {
      // The router would load the page again by itself, without asking, unless it believes that it has done so before.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Without storage the router's way is good enough.
    }
  })
}
