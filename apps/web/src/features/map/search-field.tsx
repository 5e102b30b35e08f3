import type { FoundPlace } from '@nollie/contract'
import type { StatusFilter } from '@nollie/contract/spot-types'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2, Globe, LocateFixed, MapPin, Search, Signpost, TrainFront, Trees, X } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { cityAndState } from '../../lib/place-text.ts'
import { TypeGlyph } from '../../ui/type-glyph.tsx'
import { suggestionsQuery } from './map-spots.ts'
import { type ChosenPlace, QUERY_MIN, placesQuery, searchToasts, withPosition } from './place-search.ts'
import { readPlace } from './typed-position.ts'
import { useDebounced } from './use-debounced.ts'

const SEARCH_PAUSE_MS = 150
/** Suggestions outlive the focus so long that a press on one of them still counts. */
const HIDE_AFTER_MS = 200

type Found = { id: string; latitude: number; longitude: number }
type Props = {
  /** The search that is in force. */
  value: string
  onSearch: (q: string) => void
  /** Enter was pressed. Returns whether any spot matches. */
  onSubmit: (q: string) => Promise<boolean>
  /** A place was chosen: the map goes there. */
  onPlace: (place: ChosenPlace) => void
  /** Whether there is a map to go anywhere. */
  ready: boolean
  /** Spots are searched too; else places alone. */
  spots?: boolean
  /** Which spots are suggested but those that stand. */
  status?: StatusFilter | undefined
  /** What is near here is suggested first. */
  near: () => { latitude: number; longitude: number } | null
  onSpot: (spot: Found) => void
  onPoint: (point: { latitude: number; longitude: number }) => void
}

type Option = {
  key: string
  /** What it is one of. */
  group: 'point' | 'spots' | 'places'
  icon: ReactNode
  title: string
  text: string
  /** What choosing it does: goes to a place, or this. */
  take: FoundPlace | (() => void)
}

const PLACE_ICONS: Partial<Record<FoundPlace['kind'], typeof MapPin>> = {
  country: Globe,
  town: Building2,
  park: Trees,
  station: TrainFront,
  street: Signpost,
}

/**
 * One field for spots, towns, streets, coordinates, plus codes and links of map apps. Suggestions come while typing, in
 * groups; choosing a place goes there, choosing a spot opens it.
 */
export function SearchField({
  value,
  onSearch,
  onSubmit,
  onPlace,
  ready,
  spots = true,
  status,
  near,
  onSpot,
  onPoint,
}: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const client = useQueryClient()
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The name of a place one has gone to is no search for spots.
  const [chosen, setChosen] = useState<string | null>(null)
  const typed = readPlace(text, near())
  const query = typed.kind === 'text' && text !== chosen ? text.trim() : ''
  const settled = useDebounced(query, SEARCH_PAUSE_MS)
  const { data } = useQuery(suggestionsQuery(spots ? settled : '', near(), status))
  const places = useQuery(placesQuery(settled, near()))

  // Back and forward change the search without this field. What the field asked for itself comes back a moment later,
  // when more may have been typed: that is no change from outside.
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
  useEffect(() => {
    if (settled !== publishedValue.current) search(settled)
  })
  useEffect(() => {
    publishedValue.current = value
  }, [value])
  useEffect(() => () => clearTimeout(hiding.current), [])

  const options: Option[] = []
  if (typed.kind === 'point') {
    const { latitude, longitude } = typed
    options.push({
      key: 'point',
      group: 'point',
      icon: <LocateFixed size={22} aria-hidden="true" />,
      title: m.map_go_to({ latitude: String(latitude), longitude: String(longitude) }),
      text: '',
      take: () => onPoint({ latitude, longitude }),
    })
  }
  if (query && spots && data) {
    for (const spot of data.items)
      options.push({
        key: spot.id,
        group: 'spots',
        icon: <TypeGlyph type={spot.spot_type ?? 'other'} size={30} />,
        title: spot.name,
        text: cityAndState(spot),
        take: () => onSpot(spot),
      })
  }
  if (query.length >= QUERY_MIN)
    for (const place of places.data ?? []) {
      const Icon = PLACE_ICONS[place.kind] ?? MapPin
      options.push({
        key: place.id,
        group: 'places',
        icon: <Icon size={22} aria-hidden="true" />,
        title: place.name,
        text: place.text,
        take: place,
      })
    }
  const shown = open && options.length > 0
  const take = (option: Option) => {
    setOpen(false)
    setActive(-1)
    if (typeof option.take === 'function') option.take()
    else void goTo(option.take)
  }
  const goTo = async (place: FoundPlace) => {
    if (!ready) return searchToasts.notLoaded()
    try {
      const found = await withPosition(place)
      setChosen(found.name)
      setText(found.name)
      if (value !== '' || publishedValue.current !== '') search('')
      onPlace(found)
    } catch {
      searchToasts.failed()
    }
  }
  const submit = async (q: string) => {
    if (!q) return searchToasts.empty()
    if (!ready) return searchToasts.notLoaded()
    publishedValue.current = q
    try {
      if (spots && (await onSubmit(q))) return
      const [place] = q.length < QUERY_MIN ? [] : await client.fetchQuery(placesQuery(q, near()))
      if (place) await goTo(place)
      else searchToasts.notFound()
    } catch {
      searchToasts.failed()
    }
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
      if (typed.kind === 'text' && text !== chosen) void submit(query)
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
          aria-label={spots ? m.map_search_label() : m.map_search_place_label()}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={typed.kind === 'out-of-range' ? `${id}-error` : undefined}
          aria-invalid={typed.kind === 'out-of-range' || undefined}
          placeholder={spots ? m.map_search_placeholder() : m.map_search_place_placeholder()}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(null)
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
              setChosen(null)
              search('')
            }}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {typed.kind === 'out-of-range' && (
        <p className="map-search-error" id={`${id}-error`} role="alert">
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
            <Fragment key={option.key}>
              {option.group !== 'point' && option.group !== options[i - 1]?.group && (
                <p className="map-suggestion-group" role="presentation">
                  {option.group === 'spots' ? m.map_suggestions_spots() : m.map_suggestions_places()}
                </p>
              )}
              <button
                type="button"
                tabIndex={-1}
                id={`${id}-${i}`}
                role="option"
                aria-selected={i === active}
                className="map-suggestion"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(option)}
              >
                {option.icon}
                <span className="map-suggestion-text">
                  <b>{option.title}</b>
                  {option.text && <small>{option.text}</small>}
                </span>
              </button>
            </Fragment>
          ))}
      </div>
    </div>
  )
}
