import type { Spot } from '@nollie/contract'
import { CornerUpRight, MapPin, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { m } from '../../../i18n/messages.ts'
import { useCountryText } from '../../../lib/places/countries.ts'
import { directionsLink } from '../../../lib/places/maps-links.ts'
import { cityAndState } from '../../../lib/places/place-text.ts'
import { looks } from '../../../ui/looks.ts'
import { buttonLook, IconButton, PartBoundary, toast } from '../../../ui/index.ts'
import { StoppedBadge } from '../../checks/index.ts'
import { Skateable } from '../../conditions/index.ts'
import { LazyDistance } from '../../places/index.ts'
import { SaveButton } from '../../saved/index.ts'
import { isPosition } from '../is-position.ts'
import { SpotBadges } from './spot-about.tsx'
import type { SpotDialogName } from '../spot-dialogs.tsx'
import { useSaveSpot } from '../use-save-spot.ts'
import styles from './spot-summary.module.css'

type Props = { spot: Spot; onShare: () => void; onOpen: (dialog: SpotDialogName) => void }

function Where({ spot }: { spot: Spot }) {
  const inOwnLanguage = useCountryText()
  const town = cityAndState({ ...spot, country: inOwnLanguage(spot.country) })
  return (
    <p className={styles.where}>
      <MapPin size={18} aria-hidden="true" />
      {town && <span data-prints="">{town}</span>}
      <Suspense fallback={null}>
        <LazyDistance to={spot} />
      </Suspense>
    </p>
  )
}

/**
 * The status in one line: whether the spot is stopped or marked as gone, or else whether it's skateable now. Unverified
 * spots without a photo get an invitation to add one.
 */
function Status({ spot, onOpen }: Pick<Props, 'spot' | 'onOpen'>) {
  if (spot.status === 'gone')
    return (
      <p className={styles.gone} data-prints="">
        {m.spots_gone()}
      </p>
    )
  if (spot.standing?.state === 'unverified')
    return spot.photo ? null : (
      <p className={styles.first}>
        {m.spots_been_there()}{' '}
        <button type="button" className={looks.link} onClick={() => onOpen('media')}>
          {m.spots_add_first_photo()}
        </button>
      </p>
    )
  return (
    <div className={styles.status}>
      <StoppedBadge condition={spot.standing} />
      <PartBoundary>
        <Skateable spot={spot} />
      </PartBoundary>
    </div>
  )
}

function Actions({ spot, onShare, onOpen }: Props) {
  const save = useSaveSpot(spot.id)
  return (
    <div className={styles.actions}>
      {isPosition(spot) && (
        <a
          {...buttonLook({ variant: 'primary' })}
          href={directionsLink(spot)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <CornerUpRight aria-hidden="true" />
          {(spot.is_exact ?? true) ? m.spots_get_directions() : m.spots_get_directions_area()}
        </a>
      )}
      <SaveButton
        saved={spot.saved}
        send={save}
        onSaved={(saved) => {
          const action = { label: m.lists_add_to(), run: () => onOpen('list') }
          if (saved) toast({ kind: 'success', title: m.saved_done(), action })
        }}
      />
      <IconButton label={m.spots_share()} onClick={onShare}>
        <Share2 size={21} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The section below a spot's cover: its distance and town, its status, and directions. */
export function SpotSummary(props: Props) {
  return (
    <div className={styles.summary}>
      <Where spot={props.spot} />
      <Status spot={props.spot} onOpen={props.onOpen} />
      <Actions {...props} />
      <SpotBadges spot={props.spot} />
    </div>
  )
}
