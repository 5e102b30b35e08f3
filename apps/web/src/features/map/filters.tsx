import { SPOT_TYPES, toSpotType } from '@nollie/contract/spot-types'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { typeWord } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { countFilters, type Filters, withFilters } from './map-url.ts'
import { useDebounced } from './use-debounced.ts'

const PAUSE_MS = 300

type Props = {
  filters: Filters
  onChange: (filters: Filters) => void
  /** The person is done and wants to see what matches. */
  onDone: (filters: Filters) => void
}

/** The popover with keywords, kind and location. What is typed takes effect while typing; the map moves when it is done. */
export function FiltersButton({ filters, onChange, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const on = countFilters(filters)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={m.map_filters()}
      trigger={
        <button type="button" className="btn map-filters">
          <SlidersHorizontal aria-hidden="true" />
          {m.map_filters()}
          {on > 0 && (
            <span className="map-filters-count" aria-hidden="true">
              {on}
            </span>
          )}
          {on > 0 && <span className="sr-only">{m.map_filters_on({ count: on })}</span>}
        </button>
      }
    >
      <FilterFields
        filters={filters}
        onChange={onChange}
        onDone={(chosen) => {
          setOpen(false)
          onDone(chosen)
        }}
      />
    </Popover>
  )
}

function FilterFields({ filters, onChange, onDone }: Props) {
  const typeId = useId()
  const [keywords, setKeywords] = useState(filters.keywords ?? '')
  const [place, setPlace] = useState(filters.place ?? '')
  const typed = `${keywords.trim()}\n${place.trim()}`
  const settled = useDebounced(typed, PAUSE_MS)
  const take = (typed: string): Filters => {
    const [words, where] = typed.split('\n')
    const next = withFilters(filters, { keywords: words || undefined, place: where || undefined })
    if (JSON.stringify(next) !== JSON.stringify(filters)) onChange(next)
    return next
  }
  const apply = useEffectEvent(take)
  useEffect(() => {
    apply(settled)
  }, [settled])
  const clear = () => {
    setKeywords('')
    setPlace('')
    onChange(filters.q ? { q: filters.q } : {})
  }
  return (
    <div className="map-filter-fields">
      <Field
        label={m.map_filter_keywords()}
        hint={m.map_filter_keywords_hint()}
        value={keywords}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setKeywords(event.target.value)}
      />
      <div className="field">
        <label className="field-label" htmlFor={typeId}>
          {m.map_filter_type()}
        </label>
        <div className="map-select">
          <select
            id={typeId}
            className="input"
            value={filters.type ?? ''}
            onChange={(event) => {
              onChange(withFilters(filters, { type: toSpotType(event.target.value) ?? undefined }))
            }}
          >
            <option value="">{m.map_filter_any_type()}</option>
            {SPOT_TYPES.map((type) => (
              <option key={type} value={type}>
                {typeWord(type)}
              </option>
            ))}
          </select>
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      </div>
      <Field
        label={m.map_filter_place()}
        hint={m.map_filter_place_hint()}
        value={place}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setPlace(event.target.value)}
      />
      <div className="map-filter-actions">
        <Button variant="quiet" onClick={clear}>
          {m.map_filters_clear()}
        </Button>
        <Button variant="ink" onClick={() => onDone(take(typed))}>
          {m.map_filters_done()}
        </Button>
      </div>
    </div>
  )
}
