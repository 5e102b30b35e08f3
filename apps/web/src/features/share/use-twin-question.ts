import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { isReachable, isUnreachable } from '../../lib/outbox/send-or-queue.ts'
import { serverAnswers } from '../../lib/server-answers.ts'
import { useQuestion } from '../../ui/index.ts'
import { isPin, nearbySpots, type Point, pointText, type Sought } from '../spots/index.ts'
import type { Nearby } from './nearby-notice.tsx'

/** How long (ms) a submit waits for the answer about duplicates before it asks the person instead. */
const ANSWER_MS = 8_000

/** What the dialog asks: whether the spot differs from the one near it, or whether to share it unchecked. */
export type TwinQuestion = Nearby | 'unchecked'

/**
 * The existing spot that may be the same as a new one; null for none, `unchecked` without an answer in time.
 * @throws ApiError when the session has ended
 */
async function findTwin(sought: Sought): Promise<TwinQuestion | null> {
  try {
    const { items } = await nearbySpots(sought, AbortSignal.timeout(ANSWER_MS))
    return items[0] ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    // Without a network the spot goes to the outbox, where no one can be asked.
    const isOffline = isUnreachable(error) && !(await serverAnswers())
    return isOffline ? null : 'unchecked'
  }
}

// Valid for one position of the pin; another position needs another check.
const answerKey = (twin: TwinQuestion, at: Point) =>
  `${twin === 'unchecked' ? twin : twin.spot.id} ${pointText(at)}`

/**
 * Asks whether a spot is a duplicate when its form is sent. The request is for exactly this point, because the notice
 * in the form may be about an earlier one or may not have loaded.
 */
export function useTwinQuestion() {
  const { question, ask, answer } = useQuestion<{ twin: TwinQuestion; sought: Sought }>()
  const [answers, setAnswers] = useState<readonly string[]>([])
  // A submit that started before the check completed asks again once photos are uploaded.
  const latest = useRef(answers)
  const override = (twin: TwinQuestion, at: Point) => {
    latest.current = [...latest.current, answerKey(twin, at)]
    setAnswers(latest.current)
  }
  const mayShare = async (sought: Sought | null): Promise<boolean> => {
    if (!isPin(sought) || !isReachable()) return true
    const twin = await findTwin(sought)
    if (twin === null || latest.current.includes(answerKey(twin, sought))) return true
    return ask({ twin, sought })
  }
  return {
    question: question?.twin ?? null,
    answer: (isOther: boolean) => {
      if (question && isOther) override(question.twin, question.sought)
      answer(isOther)
    },
    /** Resolves with whether the spot may be shared. */
    mayShare,
    /** Stores the answer that a spot here is a different one. */
    override,
    isOverridden: (nearby: Nearby, at: Point) => answers.includes(answerKey(nearby, at)),
  }
}
