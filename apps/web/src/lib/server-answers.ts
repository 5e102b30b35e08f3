const ANSWER_MS = 5_000

/** Whether the server answers now. A browser may believe that it is online where nothing reaches the server. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
