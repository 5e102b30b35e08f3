import { RotateCw } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { buttonLook } from '../../ui/button.tsx'
import { countText } from './count-text.ts'
import { FiltersButton } from './filters-button.tsx'
import { isFiltered } from './map-url.ts'
import { SearchField } from './search/search-field.tsx'
import type { SpotsScreenState } from './use-spots-screen.ts'
import styles from './spots-screen.module.css'

/** The tools above the map: search, filters, the number of matches, and a button that lists the spots in view. */
export function SpotTools({ screen }: { screen: SpotsScreenState }) {
  const { state, filters, drawing, start, spots, list, stale, listHere, actions } = screen
  const { map, phase } = drawing
  return (
    <div className={styles.tools}>
      <SearchField
        value={state.filters.q ?? ''}
        onSearch={actions.searchFor}
        onSubmit={actions.submit}
        onPlace={actions.goToPlace}
        status={filters.status}
        ready={phase.kind !== 'config' && phase.kind !== 'building'}
        near={() => map?.view() ?? start}
        onSpot={actions.showSpot}
        onPoint={actions.goToPoint}
      />
      <FiltersButton
        filters={filters}
        counted={screen.counted}
        onChange={actions.filter}
        onClear={actions.clear}
        onDone={(filters) => isFiltered(filters) && actions.showAll(filters, true)}
      />
      <p className={styles.count} role="status">
        {spots.data && !stale && countText(spots.data, list)}
      </p>
      {stale && (
        <button type="button" {...buttonLook({ className: styles.here })} onClick={listHere}>
          <RotateCw size={18} aria-hidden="true" />
          {m.map_search_here()}
        </button>
      )}
    </div>
  )
}
