import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { go } from '../../lib/navigation.ts'
import { Button, Sheet, toast } from '../../ui/index.ts'
import { type DeleteFrom, deletedText, failedLine, failedText } from './delete-text.ts'
import { deleteSpot, forgetSpot, setSpotStatus, takeSpot } from './spot-changes.ts'
import './spot-dialogs.css'

type Props = {
  spot: { id: string; status: 'open' | 'gone' }
  from: DeleteFrom
  onClose: () => void
  /** It is deleted, by whomever. */
  onDeleted?: () => void
}

// Somebody else was faster: what was wanted is so.
const isDone = (error: unknown) => error instanceof ApiError && error.code === 'SPOT_NOT_FOUND'

/** Asks before a spot and all its posts are deleted, and offers to mark it as gone instead. */
export function DeleteSpotDialog({ spot, from, onClose, onDeleted }: Props) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState<'delete' | 'mark' | null>(null)
  const running = useRef(false)

  const once = async (what: 'delete' | 'mark', work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(what)
    await work()
    running.current = false
    setBusy(null)
  }
  const remove = () =>
    once('delete', async () => {
      try {
        await deleteSpot(spot.id)
      } catch (error) {
        if (!isDone(error)) {
          console.warn(failedLine(error))
          return toast({ kind: 'error', ...failedText(from, error) })
        }
      }
      setOpen(false)
      if (from === 'page') go('/spots', { replace: true })
      forgetSpot(client, spot.id)
      onDeleted?.()
      toast({ kind: 'success', ...deletedText(from) })
    })
  const mark = () =>
    once('mark', async () => {
      try {
        takeSpot(client, await setSpotStatus(spot.id, 'gone'))
        setOpen(false)
        toast({ kind: 'success', title: m.spot_marked_gone() })
      } catch {
        toast({ kind: 'error', title: m.spot_toast_error(), description: m.spot_status_failed() })
      }
    })
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!running.current) setOpen(next)
      }}
      onClosed={onClose}
      title={m.spot_delete_title()}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={busy !== null}>
            {m.shell_cancel()}
          </Button>
          <Button
            variant="danger"
            busy={busy === 'delete' && m.spot_delete_busy()}
            disabled={busy !== null}
            onClick={() => void remove()}
          >
            {m.spot_delete()}
          </Button>
        </>
      }
    >
      <p className="sheet-text">{m.spot_delete_confirm()}</p>
      {spot.status === 'open' && (
        <div className="delete-instead">
          <p>{m.spot_delete_instead()}</p>
          <Button
            variant="line"
            size="sm"
            busy={busy === 'mark' && m.spot_saving()}
            disabled={busy !== null}
            onClick={() => void mark()}
          >
            {m.spot_mark_gone()}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
