import { DIFFICULTY_LEVELS, SPOT_TYPES, STATUS_FILTERS, type StatusFilter } from '@nollie/contract/spot-types'
import { ChevronDown, Clapperboard, LocateFixed, SlidersHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Chip, difficultyLabel, typeLabel } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { countFilters, type Filters, withFilters } from './map-url.ts'
import { useDebounced } from './use-debounced.ts'
import { useNearMe } from './use-near-me.ts'

const PAUSE_MS = 300

type Props = {
  filters: Filters
  onChange: (filters: Filters) => void
  /** All of them are taken off. */
  onClear: () => void
  /** The person is done and wants to see what matches. */
  onDone: (filters: Filters) => void
}

/** The popover with all filters. What is chosen takes effect at once; the map moves when it is done. */
export function FiltersButton({ filters, onChange, onClear, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const on = countFilters(filters)
  const near = useNearMe(filters, onChange)
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
        near={near}
        onChange={onChange}
        onClear={onClear}
        onDone={(chosen) => {
          setOpen(false)
          onDone(chosen)
        }}
      />
    </Popover>
  )
}

const STATUS_TEXTS: Record<StatusFilter, () => string> = {
  gone: m.map_filter_gone,
  all: m.map_filter_gone_too,
}

function FilterFields({
  filters,
  near,
  onChange,
  onClear,
  onDone,
}: Props & { near: ReturnType<typeof useNearMe> }) {
  const [keywords, setKeywords] = useState(filters.keywords ?? '')
  const [place, setPlace] = useState(filters.place ?? '')
  const typed = `${keywords.trim()}\n${place.trim()}`
  const settled = useDebounced(typed, PAUSE_MS)
  const take = (typed: string): Filters => {
    const [keywords, where] = typed.split('\n')
    const next = withFilters(filters, { keywords: keywords || undefined, place: where || undefined })
    if (JSON.stringify(next) !== JSON.stringify(filters)) onChange(next)
    return next
  }
  const apply = useEffectEvent(take)
  useEffect(() => {
    apply(settled)
  }, [settled])
  const choose = (change: Parameters<typeof withFilters>[1]) => onChange(withFilters(filters, change))
  const clear = () => {
    setKeywords('')
    setPlace('')
    onClear()
  }
  return (
    <div className="map-filter-fields">
      <div className="map-filter-chips">
        <Chip pressed={filters.near === 'me'} aria-busy={near.asking} onClick={() => void near.press()}>
          {near.asking ? <Spinner /> : <LocateFixed size={18} aria-hidden="true" />}
          {m.map_filter_near()}
        </Chip>
        <Chip
          pressed={filters.media === 'video'}
          onClick={() => choose({ media: filters.media ? undefined : 'video' })}
        >
          <Clapperboard size={18} aria-hidden="true" />
          {m.map_filter_video()}
        </Chip>
      </div>
      <Field
        label={m.map_filter_keywords()}
        hint={m.map_filter_keywords_hint()}
        value={keywords}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setKeywords(event.target.value)}
      />
      <div className="map-filter-pair">
        <Choice
          label={m.map_filter_type()}
          any={m.map_filter_any_type()}
          values={SPOT_TYPES}
          textOf={typeLabel}
          value={filters.type}
          onChoose={(type) => choose({ type })}
        />
        <Choice
          label={m.map_filter_difficulty()}
          any={m.map_filter_any_difficulty()}
          values={DIFFICULTY_LEVELS}
          textOf={difficultyLabel}
          value={filters.difficulty}
          onChoose={(difficulty) => choose({ difficulty })}
        />
      </div>
      <Choice
        label={m.map_filter_status()}
        any={m.map_filter_standing()}
        values={STATUS_FILTERS}
        textOf={(status) => STATUS_TEXTS[status]()}
        value={filters.status}
        onChoose={(status) => choose({ status })}
      />
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

type ChoiceProps<T extends string> = {
  label: string
  /** What stands there while nothing is chosen. */
  any: string
  values: readonly T[]
  textOf: (value: T) => string
  value: T | undefined
  onChoose: (value: T | undefined) => void
}

function Choice<T extends string>({ label, any, values, textOf, value, onChoose }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="map-select">
        <select
          id={id}
          className="input"
          value={value ?? ''}
          onChange={(event) => onChoose(values.find((one) => one === event.target.value))}
        >
          <option value="">{any}</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {textOf(one)}
            </option>
          ))}
        </select>
        <ChevronDown size={20} aria-hidden="true" />
      </div>
    </div>
  )
}
