import { createAtom } from '@tanstack/react-store'
import { ApiError } from '../../../lib/api.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { errorText } from '../settings-errors.ts'

type Wanted = { settle: (isProved: boolean) => void }

/** The pending re-authentication, for the component that renders the dialog. */
export const wantedProof = createAtom<Wanted | null>(null)

/** The component on screen that renders the dialog. */
let host: symbol | null = null

/**
 * Registers the component that renders the dialog. Returns a function for when its screen closes, which cancels the
 * pending change.
 */
export function hostProofs(): () => void {
  const own = Symbol('host')
  host = own
  return () => {
    if (host === own) host = null
    wantedProof.get()?.settle(false)
  }
}

/** Thrown if the person closes the dialog without re-authenticating, or leaves the screen before it opens. */
class ProofCancelled extends Error {}

function askForProof(): Promise<boolean> {
  return new Promise((resolve) => {
    wantedProof.set({
      settle: (isProved) => {
        wantedProof.set(null)
        resolve(isProved)
      },
    })
  })
}

/**
 * Runs a change. If the server requires re-authentication, shows the dialog and then runs the change again, unless the
 * person has left the screen in the meantime. Rethrows the change's errors.
 */
export async function withProof<T>(run: () => Promise<T>): Promise<T> {
  const asker = host
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'PROOF_NEEDED')) throw error
  }
  // The dialog doesn't name the change, so it must not open on another screen, or when the person comes back.
  const isHere = host !== null && host === asker
  if (!(isHere && (await askForProof()))) throw new ProofCancelled()
  return run()
}

/** Returns the toast for a change that failed, or null if the person canceled it. */
export function explainChange(error: unknown, title: string): ToastText | null {
  return error instanceof ProofCancelled ? null : { title, description: errorText(error) }
}
