import type { Spot } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { MapPin } from 'lucide-react'
import { m } from '../../../i18n/messages.ts'
import { Chip, Field, Textarea } from '../../../ui/index.ts'
import { LocationPicker } from '../../map/index.ts'
import { CountryField } from '../form/country-field.tsx'
import { CoordinatesField } from '../form/coordinates-field.tsx'
import { DifficultyChoice, TypeChoice } from '../form/type-choice.tsx'
import { usePlaceOfPin } from '../form/use-place-of-pin.ts'
import { PLACE_FIELDS, type PlaceField, samePoint } from '../form/pin-position.ts'
import { OPEN, toSecrecy } from '../form/secrecy.ts'
import { SecrecyChoice } from '../form/secrecy-choice.tsx'
import { isPlaced, type SpotForm, type SpotFormAction } from '../form/spot-form.ts'
import { useSpotRights } from '../menu/spot-rights.ts'
import { fieldLabel, valueText } from '../history/spot-history-text.ts'
import type { Stale } from './spot-edit.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../spot-dialogs.module.css'

const PLACE_LABELS: Record<Exclude<PlaceField, 'country'>, () => string> = {
  city: m.share_city,
  state: m.share_state,
  postal_code: m.share_postal_code,
}

/**
 * Shows what another person changed in the meantime. For fields that both people changed, the viewer chooses a value.
 */
export function StaleNotice({
  stale,
  onChoose,
}: {
  stale: Stale
  onChoose: (field: Stale['collisions'][number]['field'], choice: 'mine' | 'theirs') => void
}) {
  const text = (field: string, value: unknown) => valueText(field, value) ?? m.spots_history_empty_value()
  return (
    <section className={styles.editStale} aria-labelledby="edit-stale" role="alert">
      <h3 id="edit-stale">
        {stale.by ? m.spots_edit_stale_by({ name: stale.by }) : m.spots_edit_stale_someone()}
      </h3>
      <p>{m.spots_edit_stale_text()}</p>
      <ul>
        {stale.collisions.map(({ field, was, theirs, mine }) => (
          <li key={field}>
            <p className={styles.editStaleField}>{fieldLabel(field)}</p>
            {mine === undefined ? (
              <p className={styles.editStaleChange}>
                <del>{text(field, was)}</del> <ins>{text(field, theirs)}</ins>
              </p>
            ) : (
              <div className={styles.editStaleChoice} role="group" aria-label={fieldLabel(field)}>
                <Chip pressed={stale.choices[field] === 'theirs'} onClick={() => onChoose(field, 'theirs')}>
                  {m.spots_edit_take_theirs({ value: text(field, theirs) })}
                </Chip>
                <Chip pressed={stale.choices[field] === 'mine'} onClick={() => onChoose(field, 'mine')}>
                  {m.spots_edit_keep_mine({ value: text(field, mine) })}
                </Chip>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  base: Spot
  form: SpotForm
  nameError: string | undefined
  crewError: string | undefined
  onChange: (action: SpotFormAction) => void
}

/** The fields for a spot's location, for people who can see its exact position. */
function EditWhere({ base, form, onChange }: Omit<Props, 'nameError' | 'crewError'>) {
  const { point } = form
  usePlaceOfPin(point, isPlaced(form), (at, place) => onChange({ type: 'found', point: at, place }))
  const moved = !samePoint(point, { latitude: base.latitude, longitude: base.longitude })
  const put = (field: PlaceField, value: string) => onChange({ type: 'place', field, value })
  const field = (name: PlaceField) =>
    name === 'country' ? (
      <CountryField key={name} value={form.country} onChange={(value) => put(name, value)} />
    ) : (
      <Field
        key={name}
        label={PLACE_LABELS[name]()}
        value={form[name]}
        autoComplete="off"
        maxLength={name === 'postal_code' ? LIMITS.postal_code_max : LIMITS.place_max}
        confirms
        onChange={(event) => put(name, event.target.value)}
      />
    )
  return (
    <section className={styles.editWhere} aria-labelledby="edit-where">
      <h3 className={looks.fieldLabel} id="edit-where">
        {m.share_location()}
      </h3>
      <div className={styles.editMap} data-base-ui-swipe-ignore="">
        <LocationPicker
          value={point}
          onPick={(next) => onChange({ type: 'pin', point: next })}
          type={form.spot_types[0] ?? null}
        />
      </div>
      <CoordinatesField point={point} onPoint={(next) => onChange({ type: 'pin', point: next })} />
      <Field
        label={m.share_address()}
        hint={moved && form.address.trim() ? m.spots_edit_address_hint() : undefined}
        icon={<MapPin size={20} aria-hidden="true" />}
        value={form.address}
        maxLength={LIMITS.address_max}
        autoComplete="off"
        confirms
        onChange={(event) => onChange({ type: 'text', field: 'address', value: event.target.value })}
      />
      <div className={styles.editPlace}>{PLACE_FIELDS.map(field)}</div>
    </section>
  )
}

/** The fields for editing a spot. */
export function EditSpotFields({ base, form, nameError, crewError, onChange }: Props) {
  const { owns } = useSpotRights(base)
  return (
    <>
      <Field
        label={m.share_name()}
        value={form.name}
        maxLength={LIMITS.spot_name_max}
        autoComplete="off"
        required
        error={nameError}
        onChange={(event) => onChange({ type: 'text', field: 'name', value: event.target.value })}
      />
      <Textarea
        names
        label={m.share_description()}
        value={form.description}
        rows={4}
        maxLength={LIMITS.spot_description_max}
        onChange={(event) => onChange({ type: 'text', field: 'description', value: event.target.value })}
      />
      <TypeChoice
        value={form.spot_types}
        onToggle={(spot_type) => onChange({ type: 'toggle_type', spot_type })}
      />
      <DifficultyChoice
        value={form.difficulty_level}
        onChoose={(level) => onChange({ type: 'difficulty', level })}
      />
      {owns && (
        <SecrecyChoice
          value={toSecrecy(form, OPEN)}
          crewError={crewError}
          onChange={(secrecy) => onChange({ type: 'secrecy', secrecy })}
        />
      )}
      {(base.is_exact ?? true) ? (
        <EditWhere base={base} form={form} onChange={onChange} />
      ) : (
        <p className={looks.fieldHint}>{m.audiences_not_movable()}</p>
      )}
    </>
  )
}
