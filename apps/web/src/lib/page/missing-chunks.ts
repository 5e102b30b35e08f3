import { serverAnswers } from '../server-answers.ts'

const missing = new WeakSet<Error>()

/** Whether an error means that a chunk couldn't be loaded, because the server was updated or there's no network. */
export function chunkIsMissing(error: unknown): boolean {
  return error instanceof Error && missing.has(error)
}

/**
 * Reloads the page, because browsers don't retry a chunk that failed to load. Does nothing if the server is
 * unreachable, because the page would be lost. Resolves to whether the page reloads.
 */
export async function reloadIfReached(): Promise<boolean> {
  const isReached = await serverAnswers()
  if (isReached) location.reload()
  return isReached
}

/** Records missing-chunk errors, so that the error page asks before loading the new version. */
export function noteMissingChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    try {
      // Makes the router think it has already reloaded, because otherwise it would reload the page without asking.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // If storage is unavailable, the router's default behavior is good enough.
    }
  })
}
