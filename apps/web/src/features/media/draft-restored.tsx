import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { looks } from '../../ui/looks.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Whether a form began with a stored draft, of its text (`wasTyped`, when it opened) or of files; and forgetting that. */
export function useRestored(queue: UploadQueue, wasTyped: boolean): [boolean, () => void] {
  const [isRestored, setIsRestored] = useState(wasTyped)
  useEffect(() => {
    void queue.restored.then(() => setIsRestored((before) => before || queue.items().length > 0))
  }, [queue])
  return [isRestored, () => setIsRestored(false)]
}

/** Says that a form goes on with a stored draft, which can be dropped. */
export function DraftRestored({ className, onDrop }: { className?: string | undefined; onDrop: () => void }) {
  return (
    <p className={className} role="status">
      {m.share_draft_restored()}
      <button type="button" className={looks.link} onClick={onDrop}>
        {m.share_draft_drop()}
      </button>
    </p>
  )
}
