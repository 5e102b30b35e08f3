import { useId } from 'react'
import { m } from '../../../i18n/messages.ts'
import { SearchInput } from './search-input.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'
import { type SearchFieldProps, useSearchField } from './use-search-field.ts'
import styles from './search-field.module.css'

/**
 * One search field for spots, towns, streets, coordinates, plus codes, and map app links. It suggests grouped matches
 * while the person types. Selecting a place moves the map; selecting a spot opens its card.
 */
export function SearchField(props: SearchFieldProps) {
  const { spots = true } = props
  const id = useId()
  const { field, items, list, take, onKey } = useSearchField(props)
  const { kind } = field.typed
  const invalid = kind === 'out-of-range' || kind === 'unclear'
  return (
    <div className={styles.place}>
      <SearchInput
        {...{ id, spots, invalid }}
        value={field.text}
        expanded={list.isShown}
        active={list.active}
        onType={(text) => {
          field.type(text)
          list.restart()
        }}
        onClear={field.clear}
        onFocus={list.onFocus}
        onBlur={list.onBlur}
        onKeyDown={onKey}
      />
      {invalid && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {kind === 'unclear' ? m.map_coordinates_ambiguous() : m.map_coordinates_out_of_range()}
        </p>
      )}
      <SearchSuggestions {...{ id, items }} shown={list.isShown} active={list.active} onTake={take} />
    </div>
  )
}
