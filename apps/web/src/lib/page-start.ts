/** Pages older than this (ms) ignore the responses that the server embedded in them. */
const FRESH_MS = 10_000

const isFresh = (): boolean => typeof document !== 'undefined' && performance.now() < FRESH_MS

let answers: Record<string, unknown> | null = null

const readAnswers = (): Record<string, unknown> => {
  try {
    return JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Record<
      string,
      unknown
    >
  } catch {
    return {}
  }
}

/** Takes an embedded response out of the page, so that the next request goes to the server. */
export function takeFirstAnswer(address: string): unknown {
  if (!isFresh()) return undefined
  answers ??= readAnswers()
  const answer = answers[address]
  delete answers[address]
  return answer
}

/** The id of the last event before the server created this page; null if the page names none or is old. */
export const lastEventOfPage = (): string | null =>
  isFresh() ? (document.querySelector<HTMLMetaElement>('meta[name="last-event"]')?.content ?? null) : null
