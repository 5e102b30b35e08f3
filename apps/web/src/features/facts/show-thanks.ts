import type { SpotFacts } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { toast, toastWaiting } from '../../ui/index.ts'

/** Shows a toast that says whether the changes were applied, suggested, or queued. */
export function showThanks(before: SpotFacts, after: SpotFacts | null): void {
  if (!after) return toastWaiting()
  const isApplied = after.version > before.version
  toast({
    kind: 'success',
    title: isApplied ? m.facts_saved() : m.facts_suggested(),
    ...(isApplied ? {} : { description: m.facts_suggested_text() }),
  })
}
