import { Fragment } from 'react'
import { m } from '../../../i18n/messages.ts'
import type { SearchOffer } from './use-search-offers.tsx'
import styles from './search-field.module.css'

type Props = {
  /** The id of the field; the ids of the list and its options begin with it. */
  id: string
  offers: readonly SearchOffer[]
  shown: boolean
  active: number
  onTake: (offer: SearchOffer) => void
}

/** The list of suggestions below the field, in groups. */
export function SearchSuggestions({ id, offers, shown, active, onTake }: Props) {
  return (
    <div
      className={styles.mapSuggestions}
      id={`${id}-list`}
      role="listbox"
      aria-label={m.map_suggestions()}
      hidden={!shown}
    >
      {shown &&
        offers.map((offer, i) => (
          <Fragment key={offer.key}>
            {offer.group !== 'point' && offer.group !== offers[i - 1]?.group && (
              <p className={styles.mapSuggestionGroup} role="presentation">
                {offer.group === 'spots' ? m.map_suggestions_spots() : m.map_suggestions_places()}
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
              onClick={() => onTake(offer)}
            >
              {offer.icon}
              <span className={styles.mapSuggestionText}>
                <b>{offer.title}</b>
                {offer.text && <small>{offer.text}</small>}
              </span>
            </button>
          </Fragment>
        ))}
    </div>
  )
}
