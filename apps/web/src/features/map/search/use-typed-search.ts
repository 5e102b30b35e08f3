import type { Typed } from '@nollie/contract/places/coordinates/read-coordinates'
import { useEffect, useRef, useState } from 'react'
import { loadCoordinatesReader, useCoordinatesReader } from '../../../lib/coordinates-reader.ts'
import type { Point } from '../map-requests.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'

const SEARCH_PAUSE_MS = 150

type Props = {
  /** The current search. */
  value: string
  onSearch: (q: string) => void
  /** Short plus codes are completed by this point. */
  near: () => Point | null
}

/** The text of the map's search field, as {@link useTypedSearch} reads it. */
export type TypedSearch = ReturnType<typeof useTypedSearch>

/** The text of the map's search field, its parsed meaning, and the search that starts after a pause. */
export function useTypedSearch({ value, onSearch, near }: Props) {
  const [text, setText] = useState(value)
  // The name of a chosen place is not searched for among the spots.
  const [chosen, setChosen] = useState<string | null>(null)
  const read = useCoordinatesReader()
  const typed: Typed = read ? read(text, near()) : { kind: 'text' }
  // A short plus code with its town is completed by the place search.
  const isText = typed.kind === 'text' || typed.kind === 'plus-code'
  const query = isText && text !== chosen ? text.trim() : ''
  const settled = useDebounced(query, SEARCH_PAUSE_MS)

  // Back and Forward change the search from outside. The field's own change also comes back as `value`, perhaps after
  // more was typed, and must not replace the text.
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
  // While the pause runs, `settled` is an older text, which must not undo a search that was made at once.
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
    /** Whether the text is searched for. */
    isText,
    /** The search for spots; empty if the text is a position or the name of a chosen place. */
    query,
    /** `query` after a pause in typing. */
    settled,
    isChosen: text === chosen,
    type,
    clear: () => {
      type('')
      search('')
    },
    /** Shows the name of a chosen place and ends the search. */
    choose: (name: string) => {
      setChosen(name)
      setText(name)
      if (value !== '' || publishedValue.current !== '') search('')
    },
    /** Marks a search that is made at once, so that the pause after typing does not make it again. */
    markSearched: (q: string) => {
      publishedValue.current = q
    },
  }
}
