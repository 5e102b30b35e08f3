import type { FoundPlace } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Point } from '../map-requests.ts'
import { type ChosenPlace, placesQuery, QUERY_MIN, withPosition } from './place-search.ts'
import { searchToasts } from './search-toasts.ts'
import type { TypedSearch } from './use-typed-search.ts'

type Props = {
  field: TypedSearch
  /** Whether the map is loaded. */
  ready: boolean
  /** Whether spots are searched besides places. */
  spots: boolean
  near: () => Point | null
  /** Returns whether any spot matches. */
  onSubmit: (q: string) => Promise<boolean>
  onPlace: (place: ChosenPlace) => void
}

/**
 * Moves the map to a chosen place, or for a submitted text to the matching spots, else to the first place. Failures
 * show a toast.
 */
export function useSearchTarget({ field, ready, spots, near, onSubmit, onPlace }: Props) {
  const client = useQueryClient()
  const goTo = async (place: FoundPlace) => {
    if (!ready) return searchToasts.notLoaded()
    try {
      const found = await withPosition(place)
      field.choose(found.name)
      onPlace(found)
    } catch {
      searchToasts.failed()
    }
  }
  const submit = async (q: string) => {
    if (!q) return searchToasts.empty()
    if (!ready) return searchToasts.notLoaded()
    field.markSearched(q)
    try {
      if (spots && (await onSubmit(q))) return
      const [place] = q.length < QUERY_MIN ? [] : await client.fetchQuery(placesQuery(q, near()))
      if (place) await goTo(place)
      else searchToasts.notFound()
    } catch {
      searchToasts.failed()
    }
  }
  return { goTo, submit }
}
