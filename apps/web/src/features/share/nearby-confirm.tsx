import { m } from '../../i18n/messages.ts'
import { shortDistanceText } from '../../lib/distance-text.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { type Nearby, NearbySpot } from './nearby-notice.tsx'
import styles from './share.module.css'

type Props = { nearby: Nearby; open: boolean; onOpenChange: (open: boolean) => void; onConfirm: () => void }

/** Asks for confirmation before a spot is shared close to an existing one. */
export function NearbyConfirm({ nearby, open, onOpenChange, onConfirm }: Props) {
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
    </ConfirmDialog>
  )
}
