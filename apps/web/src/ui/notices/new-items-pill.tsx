import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import styles from './new-items-pill.module.css'

type Props = {
  /** The pill's label; null if there are no new items. */
  label: string | null
  onShow: () => Promise<void>
  /** Called if the items couldn't be loaded. */
  onFailed: () => void
}

/**
 * A pill above a list that shows how many new items there are, without moving the list. Selecting it shows them and
 * scrolls to the top.
 */
export function NewItemsPill({ label, onShow, onFailed }: Props) {
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      await onShow()
      scrollTo({ top: 0, behavior: 'instant' })
    } catch {
      onFailed()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.root} role="status">
      {label !== null && (
        <Button
          variant="ink"
          size="sm"
          icon={<ArrowUp aria-hidden="true" />}
          aria-disabled={busy || undefined}
          onClick={() => busy || void show()}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
