/** A page older than this, in ms, begins without what the server wrote into it. */
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

/** What the page itself brought of an answer of the API, once: whoever asks again asks the server. */
export function takeFirstAnswer(address: string): unknown {
  if (!isFresh()) return undefined
  answers ??= readAnswers()
  const answer = answers[address]
  delete answers[address]
  return answer
}

/** The last event before the server made this page; null where the page does not say, or was made long ago. */
export const lastEventOfPage = (): string | null =>
  isFresh() ? (document.querySelector<HTMLMetaElement>('meta[name="last-event"]')?.content ?? null) : null
