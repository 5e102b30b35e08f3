import { ArrowUp } from 'lucide-react'
import { useTransition } from 'react'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { failedNewer, newerLabel } from './newer-text.ts'
import styles from '../feed.module.css'

/** A button with the number of new posts. Selecting it shows them and scrolls to the top. */
export function NewPostsPill({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  const [busy, start] = useTransition()
  const show = async () => {
    try {
      await onShow()
      scrollTo({ top: 0, behavior: 'instant' })
    } catch {
      toast(failedNewer())
    }
  }
  return (
    <div className={styles.newer} role="status">
      <button
        type="button"
        {...buttonLook({ variant: 'ink', size: 'sm' })}
        aria-disabled={busy || undefined}
        onClick={() => busy || start(show)}
      >
        {busy ? <Spinner /> : <ArrowUp aria-hidden="true" />}
        {newerLabel(count)}
      </button>
    </div>
  )
}
