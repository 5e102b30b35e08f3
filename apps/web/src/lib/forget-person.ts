import { goesWith, namesIn } from './private-names.ts'
import { writeStored, writeStoredInTab } from './storage.ts'
import { dropUploadsOfPerson } from './stored-uploads.ts'
import { forgetWaiting } from './outbox/entries.ts'

const dropValues = (user_id: string): void => {
  for (const name of namesIn('localStorage')) if (goesWith(user_id, name)) writeStored(name, null)
}

/** The program and the shipped map, which are the same for everybody. */
const PROGRAM = /^(?:program|ground)-/

// The worker deletes them as well; it may not be there, or not be the one that answers for this page.
const dropSeen = async (): Promise<void> => {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !PROGRAM.test(name)).map((name) => caches.delete(name)))
}

/**
 * Deletes everything of a person from this device, when they sign out or delete their account
 * (docs/decisions/0101-sign-out.md). The page is to be loaded anew afterwards: what it has in memory is theirs, too.
 */
export async function forgetPerson(user_id: string): Promise<void> {
  await Promise.allSettled([forgetWaiting(user_id), dropUploadsOfPerson(user_id), dropSeen()])
  dropValues(user_id)
  for (const name of namesIn('sessionStorage')) writeStoredInTab(name, null)
  // What was under way may write once more until the page is gone; and a browser may show a page that it froze.
  globalThis.addEventListener?.('pagehide', () => dropValues(user_id))
  globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && location.reload())
}
