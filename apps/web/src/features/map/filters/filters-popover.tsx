import {
  DIFFICULTY_LEVELS,
  SPOT_TYPES,
  STATUS_FILTERS,
  type StatusFilter,
} from '@nollie/contract/spots/spot-types'
import { Clapperboard } from 'lucide-react'
import {
  type ReactElement,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { m } from '../../../i18n/messages.ts'
import { Chip, difficultyLabel } from '../../../ui/badge.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { typeLabel } from '../../../ui/text/spot-type-label.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { type CountsInput, LazyFactFilters } from '../../facts/index.ts'
import { type Filters, withFilters } from '../view/map-url.ts'
import type { ChangeFilters } from '../screen/spots-screen-actions.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../screen/spots-screen.module.css'

const PAUSE_MS = 300

/** The filters and their change handlers. */
export type FiltersProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  filters: Filters
  onChange: ChangeFilters
  /** Called when all filters are cleared. */
  onClear: () => void
  /** Called when the popover closes and the map moves to the matching spots. */
  onDone: (filters: Filters) => void
  /** The view and filters for the fact counts; null until there is a view. */
  counted: CountsInput | null
}

/**
 * The popover with all filters, most used first. Choices apply immediately, but the map moves only after the popover
 * closes. Filters for distance and current conditions are chips on the map instead.
 */
export function FiltersPopover(props: FiltersProps & { trigger: ReactElement }) {
  const { trigger, open, onOpenChange, onDone } = props
  const closing = useRef<(() => void) | null>(null)
  const close = (chosen: Filters | null) => {
    onOpenChange(false)
    if (chosen) onDone(chosen)
  }
  return (
    <Popover
      open={open}
      // Pressing Escape or clicking outside has the same effect as the button at the end.
      onOpenChange={(next) => (next ? onOpenChange(true) : closing.current?.())}
      title={m.map_filters()}
      trigger={trigger}
    >
      <FilterFields {...props} closing={closing} onDone={close} />
    </Popover>
  )
}

type Changes = Parameters<typeof withFilters>[1]
// Pass a function if the change depends on the latest filters.
type Change = Changes | ((now: Filters) => Changes)

/** The text filters, which are debounced while typing. `take` applies them immediately. */
function useTexts(filters: Filters, put: (change: Changes) => void) {
  const [keywords, setKeywords] = useState(filters.keywords ?? '')
  const [place, setPlace] = useState(filters.place ?? '')
  const typed = `${keywords.trim()}\n${place.trim()}`
  const settled = useDebounced(typed, PAUSE_MS)
  const take = (typed: string): Filters => {
    const [keywords, where] = typed.split('\n')
    const change = { keywords: keywords || undefined, place: where || undefined }
    const next = withFilters(filters, change)
    if (JSON.stringify(next) !== JSON.stringify(withFilters(filters, {}))) put(change)
    return next
  }
  const apply = useEffectEvent(take)
  useEffect(() => {
    apply(settled)
  }, [settled])
  const clear = () => {
    setKeywords('')
    setPlace('')
  }
  return { keywords, setKeywords, place, setPlace, take: () => take(typed), clear }
}

// Each choice adds a history entry. Typing adds one only for the first letter.
function useChoices(onChange: ChangeFilters) {
  const isTyped = useRef(false)
  const choose = (change: Change, how?: 'replace') =>
    onChange((now) => withFilters(now, typeof change === 'function' ? change(now) : change), how)
  const type = (change: Changes) => {
    choose(change, isTyped.current ? 'replace' : undefined)
    isTyped.current = true
  }
  return { choose: (change: Change) => choose(change), type }
}

type FieldsProps = Omit<FiltersProps, 'onDone' | 'open' | 'onOpenChange'> & {
  /** A ref to the function that runs on Escape and on clicks outside. */
  closing: Ref<() => void>
  /** Closes the popover. Unless `chosen` is null, the map then moves to the matching spots. */
  onDone: (chosen: Filters | null) => void
}

function FilterFields({ closing, ...props }: FieldsProps) {
  const { filters, onChange, onClear, onDone } = props
  const { choose, type } = useChoices(onChange)
  const texts = useTexts(filters, type)
  const [before] = useState(filters)
  useImperativeHandle(closing, () => () => {
    const chosen = texts.take()
    onDone(JSON.stringify(chosen) === JSON.stringify(before) ? null : chosen)
  })
  // The height fields hold their own text, so clearing all filters has to remount them.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    texts.clear()
    setCleared(cleared + 1)
    onClear()
  }
  return (
    <div className={styles.mapFilterFields}>
      {filters.now && (
        <p className={looks.fieldHint} role="status">
          {m.map_filter_now_hint()}
        </p>
      )}
      <KindChoices filters={filters} choose={choose} />
      <Suspense fallback={<div className={styles.mapFilterFacts} />}>
        <LazyFactFilters
          key={cleared}
          filters={filters}
          counted={props.counted}
          choose={choose}
          type={type}
        />
      </Suspense>
      <StateChoices filters={filters} choose={choose} />
      <TextFields {...texts} />
      <div className={styles.mapFilterActions}>
        <Button variant="quiet" onClick={clear}>
          {m.map_filters_clear()}
        </Button>
        <Button variant="ink" onClick={() => onDone(texts.take())}>
          {m.map_filters_done()}
        </Button>
      </div>
    </div>
  )
}

function TextFields({ keywords, setKeywords, place, setPlace }: ReturnType<typeof useTexts>) {
  return (
    <>
      <Field
        label={m.map_filter_keywords()}
        hint={m.map_filter_keywords_hint()}
        value={keywords}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setKeywords(event.target.value)}
      />
      <Field
        label={m.map_filter_place()}
        hint={m.map_filter_place_hint()}
        value={place}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setPlace(event.target.value)}
      />
    </>
  )
}

type PartProps = { filters: Filters; choose: (change: Change) => void }

const STATUS_TEXTS: Record<StatusFilter, () => string> = {
  gone: m.map_filter_gone,
  all: m.map_filter_include_gone,
  confirmed: m.map_filter_confirmed,
  doubtful: m.map_filter_unconfirmed,
  stopped: m.map_filter_stopped,
}

function KindChoices({ filters, choose }: PartProps) {
  return (
    <div className={styles.mapFilterPair}>
      <Select
        label={m.map_filter_type()}
        none={m.map_filter_any_type()}
        values={SPOT_TYPES}
        toText={typeLabel}
        value={filters.type ?? null}
        onChoose={(type) => choose({ type: type ?? undefined })}
      />
      <Select
        label={m.map_filter_difficulty()}
        none={m.map_filter_any_difficulty()}
        values={DIFFICULTY_LEVELS}
        toText={difficultyLabel}
        value={filters.difficulty ?? null}
        onChoose={(difficulty) => choose({ difficulty: difficulty ?? undefined })}
      />
    </div>
  )
}

function StateChoices({ filters, choose }: PartProps) {
  return (
    <>
      <div className={styles.mapFilterChips}>
        <Chip
          pressed={filters.media === 'video'}
          onClick={() => choose(({ media }) => ({ media: media ? undefined : 'video' }))}
        >
          <Clapperboard size={18} aria-hidden="true" />
          {m.map_filter_video()}
        </Chip>
      </div>
      <Select
        label={m.map_filter_status()}
        none={m.map_filter_existing()}
        values={STATUS_FILTERS}
        toText={(status) => STATUS_TEXTS[status]()}
        value={filters.status ?? null}
        onChoose={(status) => choose({ status: status ?? undefined })}
      />
    </>
  )
}
