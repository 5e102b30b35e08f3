import { defineModule } from '../../module.ts'
import { rollUpSpots } from './map-rollup.queries.ts'
import { conditions } from '../conditions/index.ts'
import { streets } from '../streets/index.ts'
import { areaRoutes } from './stored-areas.routes.ts'
import { mapRoutes } from './map.routes.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

export { rollUpSpots } from './map-rollup.queries.ts'

/**
 * Seconds between two rollups of the counts. Together with the rollup's own duration, a change is on the map within a
 * second.
 */
export const ROLLUP_SECONDS = 0.8

/** The map, the list next to it, the suggestions of its search field, and the sitemap. */
export const map = defineModule({
  name: 'map',
  needs: ['db', 'reads', 'publicUrl'],
  tables: {
    cells: 'sums of the spots there are',
    spot_facets: 'an index of the spots there are',
    map_state: 'one row',
  },
  uses: { streets, conditions },
  routes: [mapRoutes, areaRoutes, sitemapRoutes],
  rollups: [
    {
      name: 'counts of the map',
      empties: ['spot_changes', 'spot_video_checks'],
      pauseSeconds: ROLLUP_SECONDS,
      run: ({ db }) => rollUpSpots(db),
    },
  ],
})
