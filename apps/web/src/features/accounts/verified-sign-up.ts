import { session } from '../../lib/session.ts'
import { signIn } from './account-requests.ts'
import { showSignedIn } from './show-signed-in.ts'

/** How long (ms) a tab waits for its sign-up's emailed link: long enough to open it, but not for someone else. */
const WAITING_MS = 30 * 60_000

type SignUp = { email: string; password: string }

// Only in memory, because a password must not be stored.
let waiting: SignUp | null = null
let isListening = false

// Other tabs of the same browser. An emailed link that is opened elsewhere signs no one in.
const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nollie.verified')

async function signInWaiting(): Promise<void> {
  const signUp = waiting
  if (!signUp || session.get().status !== 'signed-out') return
  try {
    showSignedIn(await signIn(signUp.email, signUp.password))
    waiting = null
  } catch {
    // The link belonged to another sign-up, or the network is down. The sign-in form is still there.
  }
}

/** After a sign-up: signs in in this tab once the emailed link is opened in this browser. */
export function awaitVerification(signUp: SignUp): void {
  waiting = signUp
  setTimeout(() => {
    if (waiting === signUp) waiting = null
  }, WAITING_MS)
  if (isListening) return
  isListening = true
  openChannel()?.addEventListener('message', () => void signInWaiting())
}

/** Notifies the tab of the sign-up that its email address is verified. */
export function publishVerification(): void {
  const opened = openChannel()
  opened?.postMessage('verified')
  opened?.close()
}
