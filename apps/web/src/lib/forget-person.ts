import { isDeletedOnSignOut, namesIn } from './text/private-names.ts'
import { writeStored, writeStoredInTab } from './storage.ts'
import { dropUploadsOfPerson } from './drafts/stored-uploads.ts'
import { forgetWaiting } from './outbox/entries.ts'

function dropValues(user_id: string): void {
  for (const name of namesIn('localStorage')) if (isDeletedOnSignOut(user_id, name)) writeStored(name, null)
}

/** Caches for the app itself and its base map, which are the same for everyone. */
const PROGRAM = /^(?:program|ground)-/

// The service worker deletes these too, but it may be missing or may not control this page.
async function dropSeen(): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !PROGRAM.test(name)).map((name) => caches.delete(name)))
}

/**
 * Deletes all of a person's data from this device when they sign out or delete their account
 * (docs/decisions/0101-sign-out.md). Reload the page afterward, because its memory still holds their data.
 */
export async function forgetPerson(user_id: string): Promise<void> {
  await Promise.allSettled([forgetWaiting(user_id), dropUploadsOfPerson(user_id), dropSeen()])
  dropValues(user_id)
  for (const name of namesIn('sessionStorage')) writeStoredInTab(name, null)
  // Pending work may write again until the page unloads, and the browser may restore a page from its back/forward
  // cache.
  globalThis.addEventListener?.('pagehide', () => dropValues(user_id))
  globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && location.reload())
}
