import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

type Props = {
  /** What is new; null when nothing is. */
  label: string | null
  onShow: () => Promise<void>
  /** It could not be shown. */
  onFailed: () => void
}

/** Shows over a list how many items are new, without moving it; a press shows them, from the top. */
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
    <div className="new-items-pill" role="status">
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
