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
  /** Called when a town is selected, before its position is known. A town that was selected earlier no longer counts. */
  onChoosing?: () => void
  onTake: (town: HomeTown) => void
}

/**
 * Returns whether a town's position is being looked up, and the function that selects a town. The result is for the last
 * choice only, and only while the field is there.
 */
function useTownChoice(onTake: (town: HomeTown) => void) {
  const [isLooking, setLooking] = useState(false)
  const [hasLookupFailed, setLookupFailed] = useState(false)
  const last = useRef<FoundPlace | null>(null)
  useEffect(() => () => void (last.current = null), [])
  // The form around the field may change during a lookup, so this calls the latest render's function.
  const latest = useRef(onTake)
  useEffect(() => {
    latest.current = onTake
  })
  const choose = (town: FoundPlace) => {
    last.current = town
    setLooking(true)
    setLookupFailed(false)
    const finish = (hasFailed: boolean) => {
      setLooking(false)
      setLookupFailed(hasFailed)
    }
    withPosition(town).then(
      ({ name, latitude, longitude }) => {
        if (last.current !== town) return
        finish(false)
        latest.current({ name, latitude, longitude, text: town.text })
      },
      () => last.current === town && finish(true),
    )
  }
  return { isLooking, hasLookupFailed, choose }
}

/** A search field for finding and selecting a town. A form around it waits for the position of the selected town. */
export function TownSearch({ label, error, onChoosing, onTake }: Props) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const { isLooking, hasLookupFailed, choose } = useTownChoice(onTake)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isError, isFetching } = useQuery(placesQuery(wanted, null))
  const towns = (data ?? []).filter(({ kind }) => kind === 'town').slice(0, RESULTS_MAX)
  const isConfirming = wanted.length >= QUERY_MIN
  const isNothingFound = isConfirming && !isFetching && towns.length === 0
  return (
    <>
      <Field
        label={label}
        error={error}
        placeholder={m.home_town_placeholder()}
        autoComplete="off"
        maxLength={LIMITS.search_max}
        confirms
        data-unread={isLooking ? 'waiting' : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isConfirming && towns.length > 0 && (
        <ul className={styles.homeTowns} aria-label={m.home_town_results()}>
          {towns.map((town) => (
            <li key={town.id}>
              <button
                type="button"
                onClick={() => {
                  onChoosing?.()
                  choose(town)
                }}
              >
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
