import { createAtom, useSelector } from '@tanstack/react-store'
import { ApiError } from '../../lib/api.ts'
import type { ToastText } from '../../ui/toast.ts'
import { errorText } from './settings-errors.ts'

type Wanted = { settle: (isProved: boolean) => void }

const wanted = createAtom<Wanted | null>(null)

/** The person closed the dialog instead of proving who they are. */
class ProofCancelled extends Error {}

const askForProof = (): Promise<boolean> =>
  new Promise((resolve) => {
    wanted.set({
      settle: (isProved) => {
        wanted.set(null)
        resolve(isProved)
      },
    })
  })

/**
 * Runs a change; when the server wants a fresh proof of who the person is, asks for it in the dialog and runs the change
 * again. Throws as the change does.
 */
export async function withProof<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PROOF_NEEDED')) throw error
  }
  if (!(await askForProof())) throw new ProofCancelled()
  return run()
}

/** The toast for a failed change; null when the person themselves cancelled it. */
export const explainChange = (error: unknown, title: string): ToastText | null =>
  error instanceof ProofCancelled ? null : { title, description: errorText(error) }

/** The proof that a change waits for, for the component that renders the dialog. */
export const useWantedProof = (): Wanted | null => useSelector(wanted)

/** Cancels the change that waits, for its screen closes. */
export const cancelProof = (): void => wanted.get()?.settle(false)
