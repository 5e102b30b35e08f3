import { useEffect } from 'react'
import { go } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'

/**
 * On a screen that visitors see, too: when a session ends, its member signs in again and returns here, as on screens for
 * members, because what they are writing is for members.
 */
export function useSignInAgain(): void {
  useEffect(
    () =>
      session.onEvent((event) => {
        const next = encodeURIComponent(location.pathname + location.search)
        if (event === 'signed_out') go(`/auth?next=${next}`, { replace: true })
      }),
    [],
  )
}
