import { useState } from 'react'
import { m } from '../i18n/messages.ts'
import { signOut } from '../lib/sign-out.ts'
import { toast } from './toast.ts'

/** Signs out and leads to `to`; a failure shows a toast, and the session goes on. */
export function useSignOut(to: '/' | '/auth'): { isSigningOut: boolean; leave: () => Promise<void> } {
  const [isSigningOut, setSigningOut] = useState(false)
  const leave = async () => {
    setSigningOut(true)
    try {
      await signOut()
      // Loaded anew, because the page has data of its person in memory.
      location.assign(to)
    } catch {
      toast({ kind: 'error', title: m.shell_sign_out_failed_title(), description: m.shell_sign_out_failed() })
      setSigningOut(false)
    }
  }
  return { isSigningOut, leave }
}
