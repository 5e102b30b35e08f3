import { Fragment } from 'react'
import { m } from '../../../i18n/messages.ts'
import type { SearchSuggestion } from './use-found-suggestions.tsx'
import styles from './search-field.module.css'

type Props = {
  /** The field's id, which also prefixes the ids of the list and its options. */
  id: string
  items: readonly SearchSuggestion[]
  shown: boolean
  active: number
  onTake: (item: SearchSuggestion) => void
}

/** The grouped suggestions below the field. */
export function SearchSuggestions({ id, items, shown, active, onTake }: Props) {
  return (
    <div
      className={styles.mapSuggestions}
      id={`${id}-list`}
      role="listbox"
      aria-label={m.map_suggestions()}
      hidden={!shown}
    >
      {shown &&
        items.map((item, i) => (
          <Fragment key={item.key}>
            {(item.group === 'spots' || item.group === 'places') && item.group !== items[i - 1]?.group && (
              <p className={styles.mapSuggestionGroup} role="presentation">
                {item.group === 'spots' ? m.map_suggestions_spots() : m.map_suggestions_places()}
              </p>
            )}
            <button
              type="button"
              tabIndex={-1}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              className={styles.mapSuggestion}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onTake(item)}
            >
              {item.icon}
              <span className={styles.mapSuggestionText}>
                <b>{item.title}</b>
                {item.text && <small>{item.text}</small>}
              </span>
            </button>
          </Fragment>
        ))}
    </div>
  )
}
