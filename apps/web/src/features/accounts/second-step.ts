import type { Api } from '@nollie/contract'
import { createAtom, useSelector } from '@tanstack/react-store'
import { ApiError } from '../../lib/api.ts'

/** The answer of every kind of sign-in. */
export type SignInAnswer = Api['POST /api/auth/sign-in']['answer']

/** A sign-in that needs a second factor. */
export type WaitingSignIn = {
  challenge: string
  /** The kinds of second factors that it accepts. */
  factors: readonly string[]
  /** Completes it: with the signed-in person, the error of an expired challenge, or null if the person cancelled. */
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
 * Returns the answer of a sign-in, after its second step if the server requires one; {@link SecondStepHost} shows it.
 * Throws the errors of the sign-in, and its original error if the person cancels.
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

/** The pending sign-in, for the component that renders the dialog. */
export const useWaitingSignIn = (): WaitingSignIn | null => useSelector(waiting)

/** Cancels the pending sign-in, because its screen closes. */
export const giveUpSecondStep = (): void => waiting.get()?.settle(null)
