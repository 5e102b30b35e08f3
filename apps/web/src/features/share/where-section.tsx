import { Navigation } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { LIMITS } from '@nollie/contract/limits'
import { Button, Field } from '../../ui/index.ts'
import { LocationPicker } from '../map/index.ts'
import { placeAt } from '../spots/index.ts'
import type { UploadItem } from '../uploads/index.ts'
import { type Nearby, NearbyNotice } from './nearby-notice.tsx'
import {
  isPin,
  isPlaced,
  parsePoint,
  type PlaceField,
  type Point,
  pointText,
  type ShareAction,
  type ShareForm,
  typedAfter,
} from './share-form.ts'

type Props = {
  form: ShareForm
  dispatch: (action: ShareAction) => void
  items: readonly UploadItem[]
  nearby: Nearby | null
  overridden: boolean
  onOverride: () => void
}

const PAUSE_MS = 250

/** Asks for city, state and country whenever the pin has come to rest somewhere else. */
function usePlaceOfPin(point: Point | null, known: boolean, dispatch: Props['dispatch']) {
  useEffect(() => {
    if (!isPin(point) || known) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      // Without an answer the fields stay as they are; the server fills what is left empty.
      placeAt(point, stop.signal).then(
        (place) => dispatch({ type: 'found', point, place }),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [point, dispatch, known])
}

function CoordinatesField({ point, onPoint }: { point: Point | null; onPoint: (point: Point) => void }) {
  const [text, setText] = useState<string | null>(null)
  const [shown, setShown] = useState(point)
  if (shown !== point) {
    setShown(point)
    setText(typedAfter(text, point))
  }
  const typed = text === null ? null : parsePoint(text)
  const wrong = text !== null && text.trim() !== '' && typed === null
  return (
    <Field
      label={m.share_coordinates()}
      value={text ?? (point ? pointText(point) : '')}
      placeholder={m.share_coordinates_placeholder()}
      hint={m.share_coordinates_hint()}
      error={wrong ? m.share_coordinates_error() : undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      className="tabular-nums"
      onChange={(event) => {
        setText(event.target.value)
        const next = parsePoint(event.target.value)
        if (next) onPoint(next)
      }}
      onBlur={() => {
        if (!wrong) setText(null)
      }}
    />
  )
}

/** Where the spot is: map, coordinates, the photo's position, the names of the place, and who is there already. */
export function WhereSection({ form, dispatch, items, nearby, overridden, onOverride }: Props) {
  const { point } = form
  usePlaceOfPin(point, isPlaced(form), dispatch)
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
      onChange={(event) => dispatch({ type: 'place', field, value: event.target.value })}
    />
  )
  return (
    <section className="share-where" aria-labelledby="share-where">
      <h3 className="field-label" id="share-where">
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
      <div className="share-map">
        <LocationPicker value={point} onPick={pin} type={form.spot_types[0] ?? null} className="size-full" />
        {point && <span className="share-point">{pointText(point)}</span>}
      </div>
      {nearby && <NearbyNotice nearby={nearby} overridden={overridden} onOverride={onOverride} />}
      <CoordinatesField point={point} onPoint={pin} />
      <div className="share-place">
        {place('city', m.share_city())}
        {place('state', m.share_state())}
        {place('country', m.share_country())}
        {place('postal_code', m.share_postal_code())}
      </div>
    </section>
  )
}
