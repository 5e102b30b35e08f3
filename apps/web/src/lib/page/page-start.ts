/**
 * Maximum page age (ms) for using the responses that the server embedded in the page. Slow phones may take this long to
 * start it. The stream delivers all events since the page was created.
 */
const FRESH_MS = 30_000

function isFresh(): boolean {
  return typeof document !== 'undefined' && performance.now() < FRESH_MS
}

let answers: Record<string, unknown> | null = null

function readAnswers(): Record<string, unknown> {
  try {
    return JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Record<
      string,
      unknown
    >
  } catch {
    return {}
  }
}

/** Returns an embedded response and removes it, so that the next request goes to the server. */
export function takeFirstAnswer(address: string): unknown {
  if (!isFresh()) return undefined
  answers ??= readAnswers()
  const answer = answers[address]
  delete answers[address]
  return answer
}

/** Returns the ID of the last event before the server rendered this page; null if there is none or the page is old. */
export function lastEventOfPage(): string | null {
  return isFresh()
    ? (document.querySelector<HTMLMetaElement>('meta[name="last-event"]')?.content ?? null)
    : null
}
