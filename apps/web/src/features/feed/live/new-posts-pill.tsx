import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { buttonLook } from '../../../ui/button.tsx'
import styles from '../feed.module.css'

/** The highest number shown. Its label also covers higher counts. */
const COUNT_MAX = 100

const newerLabel = (count: number) =>
  count >= COUNT_MAX ? m.feed_newer_max({ count: COUNT_MAX }) : m.feed_newer({ count })

/** A button with the number of new posts. Selecting it shows them and scrolls to the top. */
export function NewPostsPill({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      await onShow()
      scrollTo({ top: 0, behavior: 'instant' })
    } catch {
      toast({ kind: 'error', title: m.feed_error(), description: m.feed_newer_failed() })
      setBusy(false)
    }
  }
  return (
    <div className={styles.newer} role="status">
      <button
        type="button"
        {...buttonLook({ variant: 'ink', size: 'sm' })}
        aria-disabled={busy || undefined}
        onClick={() => busy || void show()}
      >
        {busy ? <Spinner /> : <ArrowUp aria-hidden="true" />}
        {newerLabel(count)}
      </button>
    </div>
  )
}
