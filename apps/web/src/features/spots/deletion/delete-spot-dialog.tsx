import { m } from '../../../i18n/messages.ts'
import { Button, Sheet } from '../../../ui/index.ts'
import type { DeleteFrom } from './spot-deletion-toasts.ts'
import { useSpotDeletion } from './use-spot-deletion.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../spot-dialogs.module.css'

type Props = {
  spot: { id: string; status: 'open' | 'gone' }
  from: DeleteFrom
  onClose: () => void
  /** Called once the spot is deleted, even if another person deleted it. */
  onDeleted?: () => void
}

/** Asks for confirmation before deleting a spot and all of its posts, and offers to mark it as gone instead. */
export function DeleteSpotDialog({ spot, from, onClose, onDeleted }: Props) {
  const { open, onOpenChange, cancel, busy, removal, mark } = useSpotDeletion({
    spot_id: spot.id,
    from,
    onDeleted,
  })
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClose}
      title={m.spots_delete_title()}
      actions={
        <>
          <Button onClick={cancel} disabled={busy}>
            {m.shell_cancel()}
          </Button>
          <Button
            variant="danger"
            busy={removal.busy && m.spots_delete_busy()}
            disabled={busy}
            onClick={removal.submit}
          >
            {m.spots_delete()}
          </Button>
        </>
      }
    >
      <p className={looks.sheetText}>{m.spots_delete_confirm()}</p>
      {spot.status === 'open' && (
        <div className={styles.deleteInstead}>
          <p>{m.spots_delete_instead()}</p>
          <Button
            variant="line"
            size="sm"
            busy={mark.busy && m.spots_saving()}
            disabled={busy}
            onClick={mark.submit}
          >
            {m.spots_mark_gone()}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
