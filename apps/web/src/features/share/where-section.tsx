import { LocateFixed, MapPin, Navigation } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import { looks } from '../../ui/looks.ts'
import { LocationPicker } from '../map/index.ts'
import type { Position, UploadItem } from '../media/index.ts'
import { isExact, locate } from '../places/index.ts'
import {
  isPlaced,
  type Point,
  pointText,
  type SpotForm,
  type SpotFormAction,
  usePlaceOfPin,
} from '../spots/index.ts'
import { type Nearby, NearbyNotice } from './nearby-notice.tsx'
import { usePlaceLine } from './place-fields.tsx'
import { markNeed } from './share-lead.ts'
import shareStyles from './share.module.css'
import styles from './where-section.module.css'

type Props = {
  form: SpotForm
  dispatch: (action: SpotFormAction) => void
  items: readonly UploadItem[]
  /** Whether to show that the location is missing. */
  isAsked: boolean
  nearby: Nearby | null
  overridden: boolean
  onOverride: () => void
  /** Called if the spot turns out to be the nearby one; null if the form's content can't be moved there. */
  onSame: (() => void) | null
}

function isAt(point: Point | null, position: Position | null): boolean {
  return position?.latitude === point?.latitude && position?.longitude === point?.longitude
}

/** Returns the first position among the photos, and uses it as the location if there is none yet. */
function usePhotoPosition(items: readonly UploadItem[], point: Point | null, onPoint: (at: Point) => void) {
  const position = items.find((item) => item.position)?.position ?? null
  const [latitude, longitude] = [position?.latitude, position?.longitude]
  const take = useEffectEvent(() => {
    if (position && !point) onPoint(position)
  })
  useEffect(() => take(), [latitude, longitude])
  return position
}

/** The spot's location from a photo, the device, or the map, and a notice about an existing spot nearby. */
export function WhereSection(props: Props) {
  const { form, dispatch, items, isAsked, nearby, overridden, onOverride, onSame } = props
  const { point } = form
  usePlaceOfPin(point, isPlaced(form), (at, place) => dispatch({ type: 'found', point: at, place }))
  const pin = (next: Point) => dispatch({ type: 'pin', point: next })
  const position = usePhotoPosition(items, point, pin)
  const place = usePlaceLine(form)
  const pinHere = async () => {
    const found = await locate()
    if (found.status === 'found' && isExact(found.record))
      pin({ latitude: found.record.lat, longitude: found.record.lng })
  }
  return (
    <section className={styles.where} aria-labelledby="share-where" {...markNeed('location')}>
      <h3 className="sr-only" id="share-where">
        {m.share_location()}
      </h3>
      <div className={shareStyles.map}>
        <LocationPicker value={point} onPick={pin} type={form.spot_types[0] ?? null} />
        {point && <span className={shareStyles.point}>{pointText(point)}</span>}
      </div>
      {point ? (
        <p className={styles.line}>
          <MapPin size={18} aria-hidden="true" />
          <span>{isAt(point, position) ? m.share_from_photo({ place }) : place}</span>
        </p>
      ) : (
        <Button
          variant="ink"
          size="sm"
          icon={<LocateFixed aria-hidden="true" />}
          data-lead=""
          onClick={() => void pinHere()}
        >
          {m.share_use_my_location()}
        </Button>
      )}
      {isAsked && <p className={looks.fieldError}>{m.share_need_location()}</p>}
      {position && point && !isAt(point, position) && (
        <Button
          variant="line"
          size="sm"
          icon={<Navigation aria-hidden="true" />}
          onClick={() => pin(position)}
        >
          {m.share_use_photo_location()}
        </Button>
      )}
      {nearby && <NearbyNotice {...{ nearby, overridden, onOverride, onSame }} />}
    </section>
  )
}
