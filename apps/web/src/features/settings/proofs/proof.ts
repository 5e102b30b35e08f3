import { createAtom, useSelector } from '@tanstack/react-store'
import { ApiError } from '../../../lib/api.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { errorText } from '../settings-errors.ts'

type Wanted = { settle: (isProved: boolean) => void }

const wanted = createAtom<Wanted | null>(null)

/** Thrown if the person closes the dialog without re-authenticating. */
class ProofCancelled extends Error {}

function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    wanted.set({
      settle: (isProved) => {
        wanted.set(null)
        resolve(isProved)
      },
    })
  })
}

/**
 * Runs a change. If the server requires re-authentication, shows the dialog and then runs the change again. Rethrows
 * the change's errors.
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

/** Returns the toast for a change that failed, or null if the person canceled it. */
export function explainChange(error: unknown, title: string): ToastText | null {
  return error instanceof ProofCancelled ? null : { title, description: errorText(error) }
}

/** Returns the pending re-authentication, for the component that renders the dialog. */
export function useWantedProof(): Wanted | null {
  return useSelector(wanted)
}

/** Cancels the pending change, because its screen is closing. */
export function cancelProof(): void {
  return wanted.get()?.settle(false)
}
