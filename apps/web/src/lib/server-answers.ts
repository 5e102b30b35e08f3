const ANSWER_MS = 5_000

/**
 * Whether the server itself responds, not a proxy that can't reach it. The browser may report that it is online either
 * way.
 */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
