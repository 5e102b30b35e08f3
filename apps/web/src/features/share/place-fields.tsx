import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { useCountryText } from '../../lib/places/countries.ts'
import { Field } from '../../ui/index.ts'
import {
  CoordinatesField,
  CountryField,
  isPlaced,
  placeText,
  type PlaceField,
  pointText,
  type SpotForm,
  type SpotFormAction,
} from '../spots/index.ts'
import styles from './share.module.css'

type Props = {
  form: SpotForm
  /** Called with whether the coordinates contain text that isn't the pin's position, or not yet. */
  onUnread: (isUnread: boolean) => void
  dispatch: (action: SpotFormAction) => void
}

/** Returns the pin's place name if it's known, otherwise its coordinates, or an empty string if there's no pin. */
export function usePlaceLine(form: SpotForm): string {
  const inOwnLanguage = useCountryText()
  const { city, state, country, point } = form
  if (!point) return ''
  const words = isPlaced(form) && placeText({ city, state, country: inOwnLanguage(country) })
  return words || pointText(point)
}

/** Text fields for the location: coordinates, city, state, country, and postal code. */
export function PlaceFields({ form, onUnread, dispatch }: Props) {
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
    <>
      <CoordinatesField
        point={form.point}
        onPoint={(point) => dispatch({ type: 'pin', point })}
        onUnread={onUnread}
      />
      <div className={styles.place}>
        {place('city', m.share_city())}
        {place('state', m.share_state())}
        <CountryField
          value={form.country}
          onChange={(value) => dispatch({ type: 'place', field: 'country', value })}
        />
        {place('postal_code', m.share_postal_code())}
      </div>
    </>
  )
}
