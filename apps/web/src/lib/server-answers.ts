const ANSWER_MS = 5_000

/** Whether the server itself answers now, not a proxy that does not reach it. A browser may believe that it is online all the same. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
