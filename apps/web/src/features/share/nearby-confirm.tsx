import { m } from '../../i18n/messages.ts'
import { shortDistanceText } from '../../lib/distance-text.ts'
import { Button, ConfirmDialog } from '../../ui/index.ts'
import { type Nearby, NearbySpot } from './nearby-notice.tsx'
import styles from './share.module.css'

type Props = {
  nearby: Nearby
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
  onSame: (() => void) | null
}

/** Asks for confirmation before a spot is shared close to an existing one. */
export function NearbyConfirm({ nearby, open, onOpenChange, onConfirm, onSame }: Props) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.share_nearby_confirm_title()}
      confirm={m.share_nearby_confirm()}
      tone="ink"
      onConfirm={onConfirm}
    >
      <p className={styles.nearbyQuestion}>
        {m.share_nearby_title({ distance: shortDistanceText(nearby.metres) })}
      </p>
      <NearbySpot spot={nearby.spot} />
      {onSame && (
        <Button size="sm" variant="line" wide onClick={onSame}>
          {m.share_nearby_same()}
        </Button>
      )}
    </ConfirmDialog>
  )
}
