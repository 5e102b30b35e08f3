const missing = new WeakSet<Error>()

/** Whether this error is a part of the program that could not be fetched: a newer version on the server, or no network. */
export const chunkIsMissing = (error: unknown): boolean => error instanceof Error && missing.has(error)

const ANSWER_MS = 5_000

/** Whether the server answers now. A browser may believe that it is online where nothing reaches the server. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )

/**
 * Loads the page again, because the browser does not request a missing chunk a second time; not where nothing reaches the
 * server, for that would lose the page. Resolves with whether it does.
 */
export const reloadIfReached = async (): Promise<boolean> => {
  const isReached = await serverAnswers()
  if (isReached) location.reload()
  return isReached
}

const MISSING_STYLES = /^Unable to preload CSS for (\S+)$/
const missingStyles = new Map<string, Error>()

const fetchStyles = ([href, error]: [string, Error]): Promise<void> =>
  new Promise((resolve, reject) => {
    for (const link of document.querySelectorAll(`link[rel=stylesheet][href="${href}"]`)) link.remove()
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => {
      missingStyles.delete(href)
      resolve()
    })
    link.addEventListener('error', () => reject(error))
    document.head.append(link)
  })

/**
 * Fetches the style sheets that did not come with their chunks, which the bundler requests once.
 * @throws the error of a missing chunk
 */
export const fetchMissingStyles = async (): Promise<void> => {
  await Promise.all([...missingStyles].map(fetchStyles))
}

/** Remembers errors of missing chunks, so that the error page asks before it loads the new version. */
export function noteMissingChunks(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    const [, styles] = MISSING_STYLES.exec(payload.message) ?? []
    if (styles) missingStyles.set(styles, payload)
    try {
      // The router would load the page again by itself, without asking, unless it believes that it has done so before.
      sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Without storage the router's way is good enough.
    }
  })
}
