const ANSWER_MS = 5_000

/**
 * Whether our server itself responds, as opposed to a proxy that can't reach it. `navigator.onLine` can't tell the
 * difference.
 */
export function serverAnswers(): Promise<boolean> {
  return fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
