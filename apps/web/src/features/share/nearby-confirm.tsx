import { m } from '../../i18n/messages.ts'
import { shortDistanceText } from '../../lib/text/distance-text.ts'
import { Button, ConfirmDialog } from '../../ui/index.ts'
import { NearbySpot } from './nearby-notice.tsx'
import type { TwinQuestion } from './use-twin-question.ts'
import styles from './share.module.css'

type Props = {
  twin: TwinQuestion
  onAnswer: (isOther: boolean) => void
  onSame: (() => void) | null
}

/** Asks for confirmation before sharing a spot that's close to an existing one, or if that couldn't be checked. */
export function NearbyConfirm({ twin, onAnswer, onSame }: Props) {
  const asked = {
    open: true,
    tone: 'ink',
    onOpenChange: () => onAnswer(false),
    onConfirm: () => onAnswer(true),
  } as const
  if (twin === 'unchecked')
    return (
      <ConfirmDialog {...asked} title={m.share_unchecked_title()} confirm={m.share_unchecked_confirm()}>
        <p className={styles.nearbyQuestion}>{m.share_unchecked_text()}</p>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog {...asked} title={m.share_nearby_confirm_title()} confirm={m.share_nearby_confirm()}>
      <p className={styles.nearbyQuestion}>
        {m.share_nearby_title({ distance: shortDistanceText(twin.metres) })}
      </p>
      <NearbySpot spot={twin.spot} />
      {onSame && (
        <Button size="sm" variant="line" wide onClick={onSame}>
          {m.share_nearby_same()}
        </Button>
      )}
    </ConfirmDialog>
  )
}
