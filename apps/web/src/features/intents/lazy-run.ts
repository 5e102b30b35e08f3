import type { SessionUser } from '@nollie/contract'
import type { Outcome } from './run-intent.ts'

/** Runs a visitor's intent after they sign in. The code loads only if there is an intent. */
export function runPendingIntent(user: SessionUser): Promise<Outcome | null> {
  return import('./run-intent.ts').then((intent) => intent.runPendingIntent(user))
}
