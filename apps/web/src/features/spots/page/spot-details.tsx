import type { Spot } from '@nollie/contract'
import { History } from 'lucide-react'
import { Suspense } from 'react'
import { m } from '../../../i18n/messages.ts'
import { classes } from '../../../lib/classes.ts'
import { Button, PartBoundary } from '../../../ui/index.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Busts } from '../../busts/index.ts'
import { DayLight } from '../../conditions/index.ts'
import { FactsSection } from '../../facts/index.ts'
import { SpotStewardship } from '../../stewards/index.ts'
import { LazyTwinNotice } from '../../twins/index.ts'
import { isPosition } from '../is-position.ts'
import { SpotAddress, SpotCreator, SpotText } from './spot-about.tsx'
import { SpotComments } from './spot-comments.tsx'
import type { SpotDialogName } from '../spot-dialogs.tsx'
import { SpotMap } from '../spot-map.tsx'
import { useSpotRights } from '../menu/spot-rights.ts'
import aboutStyles from './spot-about.module.css'
import styles from './spot-details.module.css'
import spotsStyles from '../spots.module.css'

// Spots stored by older versions have no audience or precision.
function isSecret({ audience, precision, opens_at }: Spot): boolean {
  return Boolean((audience && audience !== 'everybody') || (precision && precision !== 'exact') || opens_at)
}

// Most spots are for everyone, so this rarely loads.
const AudienceOfSpot = lazyPart(() =>
  import('./audience-of-spot.tsx').then(({ AudienceOfSpot }) => ({ default: AudienceOfSpot })),
)

function Story({ spot }: { spot: Spot }) {
  const { mayEdit } = useSpotRights(spot)
  return (
    <section className={spotsStyles.detailFacts}>
      <div data-prints="">
        <SpotText spot={spot} />
      </div>
      <SpotCreator spot={spot} />
      {isSecret(spot) && (
        <Suspense fallback={null}>
          <AudienceOfSpot spot={spot} />
        </Suspense>
      )}
      {mayEdit && (
        <PartBoundary>
          <LazyTwinNotice spotId={spot.id} />
        </PartBoundary>
      )}
      <PartBoundary>
        <SpotStewardship spotId={spot.id} acts />
      </PartBoundary>
    </section>
  )
}

function Where({ spot }: { spot: Spot }) {
  // Without a photo, the cover already shows the map.
  const hasMap = spot.photo !== null
  const hasAddress = Boolean(spot.address || spot.city || spot.state || spot.country)
  if (!isPosition(spot))
    return (
      <div className={classes(aboutStyles.map, aboutStyles.mapInvalid)} role="alert">
        {m.spots_invalid_location()}
      </div>
    )
  if (!hasMap && !hasAddress) return null
  return (
    <section className={styles.part} aria-labelledby="spot-where" data-prints="">
      <h2 id="spot-where">{m.spots_location()}</h2>
      {hasMap && (
        <div className={aboutStyles.map}>
          <SpotMap spot={spot} />
        </div>
      )}
      <SpotAddress spot={spot} />
    </section>
  )
}

// Links to directions don't work on paper. Five decimals are about one meter.
function PrintedCoordinates({ spot }: { spot: Spot }) {
  return (
    isPosition(spot) &&
    (spot.is_exact ?? true) && (
      <p className={styles.coordinates} dir="ltr" data-prints="">
        {spot.latitude.toFixed(5)}, {spot.longitude.toFixed(5)}
      </p>
    )
  )
}

type Props = { spot: Spot; onOpen: (dialog: SpotDialogName) => void }

/** A spot's description, facts, address, comments, best times, and light, in the order people need them. */
export function SpotDetails({ spot, onOpen }: Props) {
  const { mayEdit } = useSpotRights(spot)
  const isUnverified = spot.standing?.state === 'unverified'
  return (
    <div className={styles.details}>
      <Story spot={spot} />
      <FactsSection spot={spot} />
      <Where spot={spot} />
      <PrintedCoordinates spot={spot} />
      {spot.cover_item && <SpotComments item={spot.cover_item} count={spot.comments_count} />}
      <PartBoundary>
        <Busts spotId={spot.id} spotName={spot.name} timeZone={spot.time_zone} />
      </PartBoundary>
      {!isUnverified && (
        <PartBoundary>
          <DayLight spot={spot} />
        </PartBoundary>
      )}
      {mayEdit && (
        <Button
          variant="quiet"
          size="sm"
          className={styles.history}
          icon={<History aria-hidden="true" />}
          onClick={() => onOpen('history')}
        >
          {m.spots_history()}
        </Button>
      )}
    </div>
  )
}
