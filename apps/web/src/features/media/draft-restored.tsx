import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { looks } from '../../ui/looks.ts'
import type { UploadQueue } from './upload-queue.ts'

/**
 * Returns whether a form opened with a stored draft of its text (`wasTyped`) or its files, and a function that resets
 * that state.
 */
export function useRestored(queue: UploadQueue, wasTyped: boolean): [boolean, () => void] {
  const [isRestored, setIsRestored] = useState(wasTyped)
  useEffect(() => {
    void queue.restored.then(() => setIsRestored((before) => before || queue.items().length > 0))
  }, [queue])
  return [isRestored, () => setIsRestored(false)]
}

/** A note that a form has restored a draft, with a button to discard it. */
export function DraftRestored({ className, onDrop }: { className?: string | undefined; onDrop: () => void }) {
  return (
    <p className={className} role="status">
      {m.share_draft_restored()}
      <button type="button" className={looks.link} onClick={onDrop}>
        {m.share_draft_discard()}
      </button>
    </p>
  )
}
