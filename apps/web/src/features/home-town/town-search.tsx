import type { FoundPlace } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Field } from '../../ui/index.ts'
import { QUERY_MIN, placesQuery, withPosition } from '../map/index.ts'
import type { HomeTown } from '../places/index.ts'
import styles from './home-town.module.css'

const PAUSE_MS = 150
const RESULTS_MAX = 5

type Props = {
  label: string
  error?: string | undefined
  onTake: (town: HomeTown) => void
}

/** A search field for finding and selecting a town. */
export function TownSearch({ label, error, onTake }: Props) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const [hasLookupFailed, setLookupFailed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError, isFetching } = useQuery(placesQuery(wanted, null))
  const towns = (data ?? []).filter(({ kind }) => kind === 'town').slice(0, RESULTS_MAX)
  const isConfirming = wanted.length >= QUERY_MIN
  const isNothingFound = isConfirming && !isFetching && towns.length === 0
  // A lookup can take a while. Its result is for the last choice only, and only while the field is there.
  const last = useRef<FoundPlace | null>(null)
  useEffect(() => () => void (last.current = null), [])
  const choose = (town: FoundPlace) => {
    last.current = town
    setLookupFailed(false)
    withPosition(town).then(
      ({ name, latitude, longitude }) =>
        last.current === town && onTake({ name, latitude, longitude, text: town.text }),
      () => last.current === town && setLookupFailed(true),
    )
  }
  return (
    <>
      <Field
        label={label}
        error={error}
        placeholder={m.home_town_placeholder()}
        autoComplete="off"
        maxLength={LIMITS.search_max}
        confirms
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isConfirming && towns.length > 0 && (
        <ul className={styles.homeTowns} aria-label={m.home_town_results()}>
          {towns.map((town) => (
            <li key={town.id}>
              <button type="button" onClick={() => choose(town)}>
                <b dir="auto">{town.name}</b> <small>{town.text}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.note}>
        {hasLookupFailed || (isNothingFound && isError) ? m.home_town_search_failed() : ''}
        {isNothingFound && !isError ? m.home_town_no_results() : ''}
      </p>
    </>
  )
}
