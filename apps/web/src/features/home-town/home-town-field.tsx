import { LIMITS } from '@nollie/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field, IconButton } from '../../ui/index.ts'
import { QUERY_MIN, placesQuery, withPosition } from '../map/index.ts'
import { useHomeTown } from './use-home-town.ts'
import styles from './home-town.module.css'

const PAUSE_MS = 150
const RESULTS_MAX = 5

/** Towns that match a typed name; a press chooses one. */
function TownSearch({ onTake }: { onTake: ReturnType<typeof useHomeTown>['take'] }) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError, isFetching } = useQuery(placesQuery(wanted, null))
  const towns = (data ?? []).filter(({ kind }) => kind === 'town').slice(0, RESULTS_MAX)
  const isConfirming = wanted.length >= QUERY_MIN
  return (
    <>
      <Field
        label={m.home_town_label()}
        placeholder={m.home_town_placeholder()}
        autoComplete="off"
        maxLength={LIMITS.search_max}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isConfirming && towns.length > 0 && (
        <ul className={styles.homeTowns} aria-label={m.home_town_found()}>
          {towns.map((town) => (
            <li key={town.id}>
              <button
                type="button"
                onClick={() =>
                  void withPosition(town).then(
                    ({ name, latitude, longitude }) => onTake({ name, latitude, longitude, text: town.text }),
                    () => undefined,
                  )
                }
              >
                <b>{town.name}</b> <small>{town.text}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.note}>
        {isConfirming && !isFetching && towns.length === 0
          ? isError
            ? m.home_town_failed()
            : m.home_town_none()
          : ''}
      </p>
    </>
  )
}

/** The home town: on this device and, if wanted, on one's page. */
export function HomeTownField() {
  const { name, shown, elsewhere, isKnown, take, show } = useHomeTown()
  if (name === null) return <TownSearch onTake={take} />
  return (
    <>
      <p className={styles.root}>
        <MapPin size={20} aria-hidden="true" />
        <bdi>{name}</bdi>
        <IconButton label={m.home_town_remove({ name })} onClick={() => take(null)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </p>
      <label className={styles.show}>
        <input
          type="checkbox"
          checked={shown}
          disabled={!isKnown}
          onChange={({ target }) => show(target.checked)}
        />
        {m.home_town_show()}
      </label>
      {elsewhere !== null && <p className={styles.note}>{m.home_town_elsewhere({ name: elsewhere })}</p>}
    </>
  )
}
