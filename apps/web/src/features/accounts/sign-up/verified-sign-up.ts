import { session } from '../../../lib/session.ts'
import { signIn } from '../account-requests.ts'
import { showSignedIn } from '../sign-in/show-signed-in.ts'

/**
 * How long (ms) a tab waits for its verification link to be opened. After that, someone else may be using the device.
 */
const WAITING_MS = 30 * 60_000

type SignUp = { email: string; password: string }

// Only in memory, because a password must not be stored.
let waiting: SignUp | null = null
let isListening = false

// Reaches only tabs in the same browser. Opening the emailed link anywhere else signs no one in.
function openChannel() {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nollie.verified')
}

async function signInWaiting(): Promise<void> {
  const signUp = waiting
  if (!signUp || session.get().status !== 'signed-out') return
  try {
    showSignedIn(await signIn(signUp.email, signUp.password))
    waiting = null
  } catch {
    // The link was for a different sign-up, or the network is down. People can still use the sign-in form.
  }
}

/** Signs this tab in with the sign-up's password once the emailed link is opened in this browser. */
export function awaitVerification(signUp: SignUp): void {
  waiting = signUp
  setTimeout(() => {
    if (waiting === signUp) waiting = null
  }, WAITING_MS)
  if (isListening) return
  isListening = true
  openChannel()?.addEventListener('message', () => void signInWaiting())
}

/** Notifies the tab that has the sign-up form that the email address was verified. */
export function publishVerification(): void {
  const opened = openChannel()
  opened?.postMessage('verified')
  opened?.close()
}
