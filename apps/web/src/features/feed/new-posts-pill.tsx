import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'

/** More than this are not counted. */
const COUNT_MAX = 100

const newerLabel = (count: number) => {
  if (count === 1) return m.feed_newer_one()
  return count >= COUNT_MAX ? m.feed_newer_max({ count: COUNT_MAX }) : m.feed_newer({ count })
}

/** Shows how many posts are new; a press shows them, from the top. */
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
    <div className="feed-newer" role="status">
      <button
        type="button"
        className="btn btn-ink btn-sm"
        aria-disabled={busy || undefined}
        onClick={() => busy || void show()}
      >
        {busy ? <Spinner /> : <ArrowUp aria-hidden="true" />}
        {newerLabel(count)}
      </button>
    </div>
  )
}
