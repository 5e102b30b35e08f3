import type { Api } from '@nollie/contract'
import { createAtom, useSelector } from '@tanstack/react-store'
import { ApiError } from '../../../lib/api.ts'

/** The response to every kind of sign-in. */
export type SignInAnswer = Api['POST /api/auth/sign-in']['answer']

/** A sign-in that needs a second factor. */
export type WaitingSignIn = {
  challenge: string
  /** The kinds of second factor that the server accepts for this sign-in. */
  factors: readonly string[]
  /** Completes the sign-in with the server's answer, an expired challenge's error, or null if the person canceled. */
  settle: (outcome: SignInAnswer | ApiError | null) => void
}

const waiting = createAtom<WaitingSignIn | null>(null)

function askForSecondStep(challenge: string, factors: readonly string[]) {
  return new Promise<SignInAnswer | ApiError | null>((resolve) => {
    waiting.set({
      challenge,
      factors,
      settle: (outcome) => {
        waiting.set(null)
        resolve(outcome)
      },
    })
  })
}

/**
 * Returns the response to a sign-in, after its second step if the server requires one; {@link SecondStepHost} shows
 * that step. Throws the sign-in's errors, including the original error if the person cancels the second step.
 */
export async function passSecondStep(asked: Promise<SignInAnswer>): Promise<SignInAnswer> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ApiError && error.challenge)) throw error
    const outcome = await askForSecondStep(error.challenge, error.factors)
    if (outcome instanceof ApiError) throw outcome
    if (!outcome) throw error
    return outcome
  }
}

/** Returns the pending sign-in, for the component that renders the dialog. */
export function useWaitingSignIn(): WaitingSignIn | null {
  return useSelector(waiting)
}

/** Cancels the pending sign-in when its screen closes. */
export function cancelSecondStep(): void {
  return waiting.get()?.settle(null)
}
