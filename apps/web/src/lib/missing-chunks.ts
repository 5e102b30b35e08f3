import { serverAnswers } from './server-answers.ts'

const missing = new WeakSet<Error>()

/** Whether the error means that a chunk could not be loaded: the server has a newer version, or there is no network. */
export const chunkIsMissing = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Reloads the page, because browsers don't request a failed chunk again. Does nothing if the server is unreachable,
 * because the page would be lost. Resolves with whether it reloads.
 */
export const reloadIfReached = async (): Promise<boolean> => {
  const isReached = await serverAnswers()
  if (isReached) location.reload()
  return isReached
}

/** Records missing-chunk errors, so that the error page asks before it loads the new version. */
export function noteMissingChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    try {
      // The router would reload the page without asking, unless it believes that it already has.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Without storage, the router's own behavior is good enough.
    }
  })
}
