import type { FoundPlace } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Point } from '../map-requests.ts'
import { type ChosenPlace, placesQuery, QUERY_MIN, withPosition } from './place-search.ts'
import { searchToasts } from './search-toasts.ts'
import type { TypedSearch } from './use-typed-search.ts'

type Props = {
  field: TypedSearch
  /** Whether the map is loaded. */
  ready: boolean
  /** Whether to search for spots as well as places. */
  spots: boolean
  near: () => Point | null
  /** Resolves to whether any spot matches. */
  onSubmit: (q: string) => Promise<boolean>
  onPlace: (place: ChosenPlace) => void
}

/**
 * Moves the map when a place is selected or text is submitted. For text, the target is the town with that name, or else
 * the matching spots, or else the first place. Failures show a toast. A request made before the map has loaded runs
 * afterward, unless the text has changed.
 */
export function useSearchTarget({ field, ready, spots, near, onSubmit, onPlace }: Props) {
  const client = useQueryClient()
  // A late result must not replace text that was typed after the request.
  const latest = useRef(field.text)
  useEffect(() => {
    latest.current = field.text
  })
  const isOld = () => latest.current !== field.text
  const waiting = useRef<{ text: string; target: string | FoundPlace } | null>(null)
  const waitWith = (target: string | FoundPlace) => {
    waiting.current = { text: field.text, target }
    searchToasts.notLoaded()
  }
  const goTo = async (place: FoundPlace) => {
    if (!ready) return waitWith(place)
    try {
      const found = await withPosition(place)
      if (isOld()) return
      field.choose(found.name)
      onPlace(found)
    } catch {
      searchToasts.failed()
    }
  }
  const submit = async (q: string) => {
    if (!q) return searchToasts.empty()
    if (!ready) return waitWith(q)
    field.markSearched(q)
    try {
      const places = q.length < QUERY_MIN ? null : client.fetchQuery(placesQuery(q, near()))
      // If the place search fails, search for spots anyway.
      const named = (await places?.catch(() => null))?.find((place) => place.isNamed)
      if (isOld()) return
      if (named) return await goTo(named)
      if (spots && (await onSubmit(q))) return
      const [place] = (await places) ?? []
      if (isOld()) return
      if (place) await goTo(place)
      else searchToasts.notFound()
    } catch {
      searchToasts.failed()
    }
  }
  useEffect(() => {
    if (!ready || !waiting.current) return
    const { text, target } = waiting.current
    waiting.current = null
    if (text !== field.text) return
    void (typeof target === 'string' ? submit(target) : goTo(target))
  })
  return { goTo, submit }
}
