import { RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { countText } from '../list/count-text.ts'
import { FiltersButton } from '../filters/filters-button.tsx'
import { LazyQuickFilters } from './lazy-map-parts.ts'
import { isFiltered } from '../view/map-url.ts'
import { SearchField } from '../search/search-field.tsx'
import type { SpotsScreenState } from './use-spots-screen.ts'
import styles from './spots-screen.module.css'

/**
 * The tools above the map: a bar with the search, the number of matches, and the filters, and a row of chips. After a
 * search, a button lists the spots in view.
 */
export function SpotTools({ screen }: { screen: SpotsScreenState }) {
  const { state, filters, drawing, start, spots, list, stale, listHere, actions } = screen
  const { map, phase } = drawing
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.tools}>
      <div className={styles.bar}>
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
          open={isOpen}
          onOpenChange={setOpen}
          filters={filters}
          counted={screen.counted}
          onChange={actions.filter}
          onClear={actions.clear}
          onDone={(filters) => isFiltered(filters) && actions.showAll(filters, true)}
        />
        <p className={styles.count} role="status">
          {spots.data && !stale && countText(spots.data, list)}
        </p>
      </div>
      <Suspense fallback={null}>
        <LazyQuickFilters
          filters={filters}
          onChange={actions.filter}
          onNear={(filters) => actions.showAll(filters, false)}
          onMore={() => setOpen(true)}
        />
      </Suspense>
      {stale && (
        <button type="button" {...buttonLook({ className: styles.here })} onClick={listHere}>
          <RotateCw size={18} aria-hidden="true" />
          {m.map_search_here()}
        </button>
      )}
    </div>
  )
}
