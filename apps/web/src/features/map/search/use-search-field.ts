import type { StatusFilter } from '@nollie/contract/spots/spot-types'
import type { KeyboardEvent } from 'react'
import { useOnceRead } from '../../../lib/places/coordinates-reader.ts'
import { isComposing } from '../../../ui/forms/is-composing.ts'
import type { Point } from '../map-requests.ts'
import type { ChosenPlace } from './place-search.ts'
import { useSuggestionsOpen } from './use-suggestions-open.ts'
import { type SearchSuggestion, useFoundSuggestions } from './use-found-suggestions.tsx'
import { useSearchTarget } from './use-search-target.ts'
import { useTypedSearch } from './use-typed-search.ts'

/** Props for the map's search field. */
export type SearchFieldProps = {
  /** The current search. */
  value: string
  onSearch: (q: string) => void
  /** Called on Enter. Resolves to whether any spot matches. */
  onSubmit: (q: string) => Promise<boolean>
  /** Called when a place is selected, to move the map there. */
  onPlace: (place: ChosenPlace) => void
  /** Whether the map is loaded. */
  ready: boolean
  /** Whether to search for spots as well as places. */
  spots?: boolean
  /** Only spots with this status are suggested; by default, spots that still exist. */
  status?: StatusFilter | undefined
  /** Suggestions near this point are listed first. */
  near: () => Point | null
  onSpot: (spot: { id: string } & Point) => void
  onPoint: (point: Point) => void
}

/** Provides the search field's text, suggestions, and key handlers. */
export function useSearchField({ spots = true, status, ...props }: SearchFieldProps) {
  const field = useTypedSearch(props)
  const items = useFoundSuggestions({ ...props, field, spots, status })
  const list = useSuggestionsOpen(items)
  const { goTo, submit } = useSearchTarget({ ...props, field, spots })
  const take = (item: SearchSuggestion) => {
    list.finish()
    if (typeof item.take !== 'function') return void goTo(item.take)
    // Selecting a spot doesn't search for its name, because a search would hide the spots around it.
    if (item.group === 'spots') field.choose(item.title)
    item.take()
  }
  const enter = useOnceRead(() => {
    const item = items[list.active] ?? (field.typed.kind === 'point' ? items[0] : undefined)
    if (item) return take(item)
    list.close()
    if (field.isText && !field.isChosen) void submit(field.query)
  })
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' && list.isShown) {
      event.preventDefault()
      list.close()
    }
    if (key === 'Enter' && !isComposing(event)) {
      event.preventDefault()
      enter()
    }
    if ((key === 'ArrowDown' || key === 'ArrowUp') && items.length > 0) {
      event.preventDefault()
      list.move(key)
    }
  }
  return { field, items, list, take, onKey }
}
