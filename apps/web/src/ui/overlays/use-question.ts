import { useEffect, useRef, useState } from 'react'

/**
 * Manages a question that a form asks before it is sent. `ask` shows it and resolves to the answer, or to false if
 * another question replaces it or the screen is closed.
 */
export function useQuestion<T>() {
  const [question, setQuestion] = useState<T | null>(null)
  const waiting = useRef<((isYes: boolean) => void) | null>(null)

  const settle = (isYes: boolean) => {
    waiting.current?.(isYes)
    waiting.current = null
  }
  useEffect(
    () => () => {
      waiting.current?.(false)
      waiting.current = null
    },
    [],
  )
  return {
    /** The current question; null if there is none. */
    question,
    ask: (about: T): Promise<boolean> => {
      settle(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting.current = resolve
      setQuestion(about)
      return promise
    },
    answer: (isYes: boolean): void => {
      setQuestion(null)
      settle(isYes)
    },
  }
}
