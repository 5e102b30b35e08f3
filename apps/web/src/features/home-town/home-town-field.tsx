import { LIMITS } from '@nollie/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field, IconButton } from '../../ui/index.ts'
import { QUERY_MIN, placesQuery, withPosition } from '../map/place-search.ts'
import './home-town.css'
import { useHomeTown } from './use-home-town.ts'

const PAUSE_MS = 150
const RESULTS_MAX = 5

/** The towns of a typed name; a press takes one. */
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
        label={m.location_home_label()}
        placeholder={m.location_home_placeholder()}
        autoComplete="off"
        maxLength={LIMITS.search_max}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isConfirming && towns.length > 0 && (
        <ul className="home-towns" aria-label={m.location_home_found()}>
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
      <p role="status" className="text-sm text-ink-2">
        {isConfirming && !isFetching && towns.length === 0
          ? isError
            ? m.location_home_failed()
            : m.location_home_none()
          : ''}
      </p>
    </>
  )
}

/** The town somebody skates in: on this device, and on their page where they want it there. */
export function HomeTownField() {
  const { name, shown, elsewhere, isKnown, take, show } = useHomeTown()
  if (name === null) return <TownSearch onTake={take} />
  return (
    <>
      <p className="home-town">
        <MapPin size={20} aria-hidden="true" />
        <bdi>{name}</bdi>
        <IconButton label={m.location_home_remove({ name })} onClick={() => take(null)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </p>
      <label className="home-town-show">
        <input
          type="checkbox"
          checked={shown}
          disabled={!isKnown}
          onChange={({ target }) => show(target.checked)}
        />
        {m.location_home_show()}
      </label>
      {elsewhere !== null && (
        <p className="text-sm text-ink-2">{m.location_home_elsewhere({ name: elsewhere })}</p>
      )}
    </>
  )
}
