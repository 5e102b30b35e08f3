import { LIMITS } from '@nollie/contract/limits'
import { Search as Glass, X } from 'lucide-react'
import { type KeyboardEventHandler, type Ref, useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/index.ts'
import { toPersonRows, BestResults, toSpotRows } from './best-results.tsx'
import type { Search } from './use-search.ts'
import { useSelection } from './use-selection.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './search.module.css'

/** Delay (ms) before the panel closes when the field loses focus, so that a row can still be clicked. */
const HIDE_AFTER_MS = 200

// The panel is open while the field has focus, and for a moment afterward.
function useOpen(onOpen: (open: boolean) => void) {
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])
  return {
    onFocus: () => {
      clearTimeout(hiding.current)
      onOpen(true)
    },
    onBlur: () => {
      clearTimeout(hiding.current)
      hiding.current = setTimeout(() => onOpen(false), HIDE_AFTER_MS)
    },
  }
}

type Props = {
  search: Search
  open: boolean
  onOpen: (open: boolean) => void
}

/**
 * Discover's search field. Matching people and spots appear as the person types. The arrow keys select a result; Enter
 * opens it or shows all results.
 */
export function SearchBox({ search, open, onOpen }: Props) {
  const { typed, type, shown, retry } = search
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const focus = useOpen(onOpen)
  const answer = shown.kind === 'found' ? shown.answer : null
  const people = answer ? toPersonRows(answer) : []
  const spots = answer ? toSpotRows(answer) : []
  const lists = [people.length > 0 && `${id}-users`, spots.length > 0 && `${id}-spots`].filter(Boolean)
  const isListed = open && lists.length > 0
  const { active, reset, clear, taken, press } = useSelection({
    open,
    onOpen,
    options: [...people, ...spots],
    onClear: () => type(''),
  })
  return (
    <div className={styles.place} {...focus}>
      <search className={classes(looks.input, looks.inputSlot, styles.field)}>
        <Glass size={20} aria-hidden="true" />
        <SearchInput
          ref={field}
          listed={isListed ? lists.join(' ') : undefined}
          active={isListed && active ? `${active}-found` : undefined}
          value={typed}
          onType={(text) => {
            type(text)
            reset()
            onOpen(true)
          }}
          onKeyDown={press}
        />
        {typed && (
          <IconButton
            label={m.search_clear()}
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          >
            <X size={20} aria-hidden="true" />
          </IconButton>
        )}
      </search>
      {open && (
        <BestResults
          {...{ id, shown, people, spots, active, retry }}
          onTake={taken}
          onAll={() => onOpen(false)}
        />
      )}
    </div>
  )
}

type InputProps = {
  ref: Ref<HTMLInputElement>
  /** The ids of the open lists; undefined if none are open. */
  listed: string | undefined
  /** The selected row's id. */
  active: string | undefined
  value: string
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
}

function SearchInput({ ref, listed, active, value, onType, onKeyDown }: InputProps) {
  return (
    <input
      ref={ref}
      type="text"
      data-search=""
      inputMode="search"
      enterKeyHint="search"
      role="combobox"
      aria-label={m.search_label()}
      aria-expanded={listed !== undefined}
      aria-controls={listed}
      aria-autocomplete="list"
      aria-activedescendant={active}
      placeholder={m.search_label()}
      autoComplete="off"
      spellCheck={false}
      maxLength={LIMITS.search_max}
      value={value}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
