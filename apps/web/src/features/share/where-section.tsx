import { LIMITS } from '@nollie/contract/limits'
import { Navigation } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { Button, Field } from '../../ui/index.ts'
import { LocationPicker } from '../map/index.ts'
import {
  CoordinatesField,
  CountryField,
  type PlaceField,
  type Point,
  pointText,
  usePlaceOfPin,
  isPlaced,
  type SpotFormAction,
  type SpotForm,
} from '../spots/index.ts'
import type { UploadItem } from '../media/index.ts'
import { type Nearby, NearbyNotice } from './nearby-notice.tsx'
import { looks } from '../../ui/looks.ts'
import styles from './where-section.module.css'
import shareStyles from './share.module.css'

type Props = {
  form: SpotForm
  dispatch: (action: SpotFormAction) => void
  items: readonly UploadItem[]
  nearby: Nearby | null
  overridden: boolean
  onOverride: () => void
  /** It is the spot near by; null where what was chosen cannot go there. */
  onSame: (() => void) | null
}

/** The location of the spot: map, coordinates, the photo's position, city and country, and an existing spot nearby. */
export function WhereSection({ form, dispatch, items, nearby, overridden, onOverride, onSame }: Props) {
  const { point } = form
  usePlaceOfPin(point, isPlaced(form), (at, place) => dispatch({ type: 'found', point: at, place }))
  const position = items.find((item) => item.position)?.position ?? null
  const offered =
    position && (position.latitude !== point?.latitude || position.longitude !== point?.longitude)
  const pin = (next: Point) => dispatch({ type: 'pin', point: next })
  const place = (field: PlaceField, label: string) => (
    <Field
      label={label}
      value={form[field]}
      autoComplete="off"
      maxLength={field === 'postal_code' ? LIMITS.postal_code_max : LIMITS.place_max}
      confirms
      onChange={(event) => dispatch({ type: 'place', field, value: event.target.value })}
    />
  )
  return (
    <section className={styles.where} aria-labelledby="share-where">
      <h3 className={looks.fieldLabel} id="share-where">
        {m.share_location()}
      </h3>
      {offered && (
        <Button
          variant="ink"
          size="sm"
          icon={<Navigation aria-hidden="true" />}
          onClick={() => pin(position)}
        >
          {m.share_use_photo_position()}
        </Button>
      )}
      <div className={shareStyles.map}>
        <LocationPicker value={point} onPick={pin} type={form.spot_types[0] ?? null} />
        {point && <span className={shareStyles.point}>{pointText(point)}</span>}
      </div>
      {nearby && <NearbyNotice {...{ nearby, overridden, onOverride, onSame }} />}
      <CoordinatesField point={point} onPoint={pin} />
      <div className={shareStyles.place}>
        {place('city', m.share_city())}
        {place('state', m.share_state())}
        <CountryField
          value={form.country}
          onChange={(value) => dispatch({ type: 'place', field: 'country', value })}
        />
        {place('postal_code', m.share_postal_code())}
      </div>
    </section>
  )
}
