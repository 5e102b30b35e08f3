import type { Api } from '@nollie/contract'
import { createAtom, useSelector } from '@tanstack/react-store'
import { ApiError } from '../../lib/api.ts'

/** Who is signed in, as every way of signing in answers. */
export type SignInAnswer = Api['POST /api/auth/sign-in']['answer']

/** A sign-in that waits for its second step. */
export type WaitingSignIn = {
  challenge: string
  /** The kinds of second factors that can answer it. */
  factors: readonly string[]
  /** Ends the waiting: with who is signed in, with the error of a challenge that is over, or null where the person gave up. */
  settle: (outcome: SignInAnswer | ApiError | null) => void
}

const waiting = createAtom<WaitingSignIn | null>(null)

const askForSecondStep = (challenge: string, factors: readonly string[]) =>
  new Promise<SignInAnswer | ApiError | null>((resolve) => {
    waiting.set({
      challenge,
      factors,
      settle: (outcome) => {
        waiting.set(null)
        resolve(outcome)
      },
    })
  })

/**
 * The answer of a sign-in, after its second step where the server wants one, which {@link SecondStepHost} asks for. Throws
 * as the sign-in does, and its error where the person gave up.
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

/** The sign-in that waits, for the component that renders the dialog. */
export const useWaitingSignIn = (): WaitingSignIn | null => useSelector(waiting)

/** Gives up the sign-in that waits, for its screen closes. */
export const giveUpSecondStep = (): void => waiting.get()?.settle(null)
