import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import { Field, IconButton } from '../../ui/index.ts'
import { type HomeTown, homeTown, keepHomeTown } from '../location/index.ts'
import { LEAST_LETTERS, placesQuery, withPosition } from '../map/place-search.ts'
import { Step } from './step.tsx'

const PAUSE_MS = 150
const MOST = 5

/** The town somebody skates in, kept on this device. */
export function HomeStep() {
  const [home, setHome] = useState(homeTown)
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError, isFetching } = useQuery(placesQuery(wanted, null))
  const towns = (data ?? []).filter(({ kind }) => kind === 'town').slice(0, MOST)
  const isAsked = wanted.length >= LEAST_LETTERS
  const take = (town: HomeTown | null) => {
    keepHomeTown(town)
    setHome(town)
    setTyped('')
  }
  return (
    <Step text={m.welcome_home_text()}>
      {home ? (
        <p className="welcome-home">
          <MapPin size={20} aria-hidden="true" />
          <bdi>{home.name}</bdi>
          <IconButton label={m.welcome_home_remove({ name: home.name })} onClick={() => take(null)}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </p>
      ) : (
        <>
          <Field
            label={m.welcome_home_label()}
            placeholder={m.welcome_home_placeholder()}
            autoComplete="off"
            maxLength={LIMITS.search_max}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {isAsked && towns.length > 0 && (
            <ul className="welcome-towns" aria-label={m.welcome_home_found()}>
              {towns.map((town) => (
                <li key={town.id}>
                  <button
                    type="button"
                    onClick={() =>
                      void withPosition(town).then(
                        ({ name, latitude, longitude }) => take({ name, latitude, longitude }),
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
            {isAsked && !isFetching && towns.length === 0
              ? isError
                ? m.welcome_home_failed()
                : m.welcome_home_none()
              : ''}
          </p>
        </>
      )}
    </Step>
  )
}
