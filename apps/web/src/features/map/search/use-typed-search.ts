import type { Typed } from '@nollie/contract/places/coordinates/read-coordinates'
import { useEffect, useRef, useState } from 'react'
import { loadCoordinatesReader, useCoordinatesReader } from '../../../lib/places/coordinates-reader.ts'
import type { Point } from '../map-requests.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'

const SEARCH_PAUSE_MS = 150

type Props = {
  /** The current search. */
  value: string
  onSearch: (q: string) => void
  /** Short plus codes are resolved relative to this point. */
  near: () => Point | null
}

/** The return type of {@link useTypedSearch}. */
export type TypedSearch = ReturnType<typeof useTypedSearch>

/** Provides the search field's text, its parsed meaning, and the debounced search. */
export function useTypedSearch({ value, onSearch, near }: Props) {
  const [text, setText] = useState(value)
  // The name of the most recently selected place. It isn't used as a query for spots.
  const [chosen, setChosen] = useState<string | null>(null)
  const read = useCoordinatesReader()
  const typed: Typed = read ? read(text, near()) : { kind: 'text' }
  // The place search resolves short plus codes that include a town.
  const isText = typed.kind === 'text' || typed.kind === 'plus-code'
  const query = isText && text !== chosen ? text.trim() : ''
  const settled = useDebounced(query, SEARCH_PAUSE_MS)

  // Back and Forward change the search from outside. The field's own search also comes back as `value`, possibly after
  // more has been typed, and must not replace the text.
  const [known, setKnown] = useState(value)
  const [ownSearches, setOwnSearches] = useState<readonly string[]>([])
  if (value !== known) {
    setKnown(value)
    const own = ownSearches.indexOf(value)
    setOwnSearches(ownSearches.slice(own + 1))
    if (own < 0 && value !== query && (value !== '' || text !== chosen)) setText(value)
  }
  const publishedValue = useRef(value)
  const search = (q: string) => {
    publishedValue.current = q
    if (q !== value) setOwnSearches((before) => [...before, q])
    onSearch(q)
  }
  // During the debounce, `settled` still has older text, which must not undo a search that was submitted directly.
  useEffect(() => {
    if (settled === query && settled !== publishedValue.current) search(settled)
  })
  useEffect(() => {
    publishedValue.current = value
  }, [value])

  const type = (next: string) => {
    setText(next)
    setChosen(null)
    void loadCoordinatesReader()
  }
  return {
    text,
    typed,
    /** Whether the text is a search query, i.e. not a position. */
    isText,
    /** The query for spots. Empty if the text is a position or the name of a selected place. */
    query,
    /** The debounced `query`. */
    settled,
    isChosen: text === chosen,
    type,
    clear: () => {
      type('')
      search('')
    },
    /** Shows the name of a selected place and ends the search. */
    choose: (name: string) => {
      setChosen(name)
      setText(name)
      if (value !== '' || publishedValue.current !== '') search('')
    },
    /** Marks a search that was submitted directly, so that the debounce doesn't repeat it. */
    markSearched: (q: string) => {
      publishedValue.current = q
    },
  }
}
