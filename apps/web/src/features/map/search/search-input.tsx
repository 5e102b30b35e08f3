import { Search, X } from 'lucide-react'
import type { FocusEventHandler, KeyboardEventHandler } from 'react'
import { m } from '../../../i18n/messages.ts'
import styles from './search-field.module.css'

type Props = {
  id: string
  value: string
  /** Whether to search for spots as well as places. */
  spots: boolean
  /** Whether the text looks like coordinates but isn't a valid position. */
  invalid: boolean
  expanded: boolean
  /** The index of the active suggestion, or -1 if there is none. */
  active: number
  onType: (text: string) => void
  onClear: () => void
  onFocus: FocusEventHandler
  onBlur: FocusEventHandler
  onKeyDown: KeyboardEventHandler
}

/** The map's search input, with a clear button. */
export function SearchInput(props: Props) {
  const { id, value, spots, invalid, expanded, active, onType, onClear, ...listeners } = props
  return (
    <div className={styles.root}>
      <Search size={20} aria-hidden="true" />
      <input
        type="text"
        data-search=""
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        aria-label={spots ? m.map_search_label() : m.map_search_place_label()}
        aria-expanded={expanded}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={expanded && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        aria-invalid={invalid || undefined}
        placeholder={spots ? m.map_search_placeholder() : m.map_search_place_placeholder()}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={value}
        onChange={(event) => onType(event.target.value)}
        {...listeners}
      />
      {value && (
        <button type="button" className={styles.clear} aria-label={m.map_search_clear()} onClick={onClear}>
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
