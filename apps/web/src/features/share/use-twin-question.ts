import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { isReachable, isUnreachable } from '../../lib/outbox/send-or-queue.ts'
import { serverAnswers } from '../../lib/server-answers.ts'
import { useQuestion } from '../../ui/index.ts'
import { isPin, nearbySpots, type Point, pointText, type Sought } from '../spots/index.ts'
import type { Nearby } from './nearby-notice.tsx'

/** How long (ms) a submission waits for the duplicate check before it asks the person instead. */
const ANSWER_MS = 8_000

/** The dialog's question: whether the spot differs from a nearby one, or whether to share it without a check. */
export type TwinQuestion = Nearby | 'unchecked'

/**
 * Finds an existing spot that may be the same as a new one. Returns null if there is none, or `unchecked` if the check
 * takes too long.
 * @throws ApiError if the session has ended
 */
async function findTwin(sought: Sought): Promise<TwinQuestion | null> {
  try {
    const { items } = await nearbySpots(sought, AbortSignal.timeout(ANSWER_MS))
    return items[0] ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error
    // If offline, the spot goes into the outbox, and there's no one to ask when it's sent.
    const isOffline = isUnreachable(error) && !(await serverAnswers())
    return isOffline ? null : 'unchecked'
  }
}

// An answer applies to one pin position. If the pin moves, the spot is checked again.
function answerKey(twin: TwinQuestion, at: Point) {
  return `${twin === 'unchecked' ? twin : twin.spot.id} ${pointText(at)}`
}

/**
 * Checks for duplicates when a form is submitted, and asks the person if there is one. Requests this exact position,
 * because the notice in the form may be outdated or still loading.
 */
export function useTwinQuestion() {
  const { question, ask, answer } = useQuestion<{ twin: TwinQuestion; sought: Sought }>()
  const [answers, setAnswers] = useState<readonly string[]>([])
  // A submission may have started with older answers, and checks again once the photos are uploaded.
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
    /** Resolves to whether the spot may be shared. */
    mayShare,
    /** Stores the person's answer that their spot is a different spot. */
    override,
    isOverridden: (nearby: Nearby, at: Point) => answers.includes(answerKey(nearby, at)),
  }
}
