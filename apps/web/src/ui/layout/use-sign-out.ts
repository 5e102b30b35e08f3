import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { signOut } from '../../lib/sign-out.ts'
import { toast } from '../toast.ts'

/**
 * Returns a function that signs out and opens `to`. If signing out fails, it shows a toast, and the session continues.
 */
export function useSignOut(to: '/' | '/auth'): { isSigningOut: boolean; leave: () => Promise<void> } {
  const [isSigningOut, setSigningOut] = useState(false)
  const leave = async () => {
    setSigningOut(true)
    try {
      await signOut()
      // Reload the page, because its memory still has the person's data.
      location.assign(to)
    } catch {
      toast({ kind: 'error', title: m.shell_sign_out_failed_title(), description: m.shell_sign_out_failed() })
      setSigningOut(false)
    }
  }
  return { isSigningOut, leave }
}
