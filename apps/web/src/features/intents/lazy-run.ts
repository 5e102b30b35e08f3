import type { SessionUser } from '@nollie/contract'
import type { Outcome } from './run-intent.ts'

/** Runs the intent of a visitor who signed in; its code is loaded only if there is one. */
export const runPendingIntent = (user: SessionUser): Promise<Outcome | null> =>
  import('./run-intent.ts').then((intent) => intent.runPendingIntent(user))
