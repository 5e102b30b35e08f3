import { useQuery } from '@tanstack/react-query'
import { LocateFixed, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { TypeGlyph } from '../../ui/type-glyph.tsx'
import { readCoordinates } from './coordinates.ts'
import { suggestionsQuery } from './map-spots.ts'
import { cityAndState } from './spot-place.ts'
import { useDebounced } from './use-debounced.ts'

const SEARCH_PAUSE_MS = 250
/** Suggestions outlive the focus so long that a press on one of them still counts. */
const HIDE_AFTER_MS = 200

type Found = { id: string; latitude: number; longitude: number }
type Props = {
  /** The search that is in force. */
  value: string
  onSearch: (q: string) => void
  /** The search is meant: Enter was pressed. */
  onSubmit: (q: string) => void
  /** What is near here is suggested first. */
  near: () => { latitude: number; longitude: number } | null
  onSpot: (spot: Found) => void
  onPoint: (point: { latitude: number; longitude: number }) => void
}

type Option = { key: string; icon: React.ReactNode; title: string; text: string; take: () => void }

/** Words search spots by name, description and kind; `lat, lng` moves the map there. Suggestions come while typing. */
export function SearchField({ value, onSearch, onSubmit, near, onSpot, onPoint }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typed = readCoordinates(text)
  const words = typed.kind === 'words' ? text.trim() : ''
  const settled = useDebounced(words, SEARCH_PAUSE_MS)
  const { data } = useQuery(suggestionsQuery(settled, near()))

  // Back and forward change the search without this field.
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value !== words) setText(value)
  }
  const said = useRef(value)
  useEffect(() => {
    if (settled === said.current) return
    said.current = settled
    onSearch(settled)
  })
  useEffect(() => {
    said.current = value
  }, [value])
  useEffect(() => () => clearTimeout(hiding.current), [])

  const options: Option[] = []
  if (typed.kind === 'point') {
    const { latitude, longitude } = typed
    options.push({
      key: 'point',
      icon: <LocateFixed size={22} aria-hidden="true" />,
      title: m.map_go_to({ latitude: String(latitude), longitude: String(longitude) }),
      text: '',
      take: () => onPoint({ latitude, longitude }),
    })
  }
  if (words && data) {
    for (const spot of data.items)
      options.push({
        key: spot.id,
        icon: <TypeGlyph type={spot.spot_type ?? 'other'} size={30} />,
        title: spot.name,
        text: cityAndState(spot),
        take: () => onSpot(spot),
      })
  }
  const shown = open && options.length > 0
  const take = (option: Option) => {
    setOpen(false)
    setActive(-1)
    option.take()
  }
  const submit = (q: string) => {
    said.current = q
    onSubmit(q)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[active] ?? (typed.kind === 'point' ? options[0] : undefined)
      if (option) return take(option)
      setOpen(false)
      if (words) submit(words)
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault()
      setOpen(true)
      setActive(
        (now) =>
          (now +
            (event.key === 'ArrowDown' ? 1 : options.length) +
            (now < 0 && event.key === 'ArrowUp' ? 1 : 0)) %
          options.length,
      )
    }
  }
  return (
    <div className="map-search-place">
      <div className="map-search">
        <Search size={20} aria-hidden="true" />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={m.map_search_label()}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={typed.kind === 'out-of-range' ? `${id}-fault` : undefined}
          aria-invalid={typed.kind === 'out-of-range' || undefined}
          placeholder={m.map_search_placeholder()}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(-1)
            setOpen(true)
          }}
          onFocus={() => {
            clearTimeout(hiding.current)
            setOpen(true)
          }}
          onBlur={() => {
            hiding.current = setTimeout(() => setOpen(false), HIDE_AFTER_MS)
          }}
          onKeyDown={onKey}
        />
        {text && (
          <button
            type="button"
            className="map-search-clear"
            aria-label={m.map_search_clear()}
            onClick={() => {
              setText('')
              said.current = ''
              onSearch('')
            }}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {typed.kind === 'out-of-range' && (
        <p className="map-search-fault" id={`${id}-fault`} role="alert">
          {m.map_bad_coordinates()}
        </p>
      )}
      <div
        className="map-suggestions"
        id={`${id}-list`}
        role="listbox"
        aria-label={m.map_suggestions()}
        hidden={!shown}
      >
        {shown &&
          options.map((option, i) => (
            <button
              type="button"
              tabIndex={-1}
              key={option.key}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              className="map-suggestion"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.icon}
              <span className="map-suggestion-words">
                <b>{option.title}</b>
                {option.text && <small>{option.text}</small>}
              </span>
            </button>
          ))}
      </div>
    </div>
  )
}
