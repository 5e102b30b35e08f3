import { defineModule } from '../../module.ts'
import { rollUpSpots } from './map-rollup.queries.ts'
import { conditions } from '../conditions/index.ts'
import { streets } from '../streets/index.ts'
import { areaRoutes } from './stored-areas.routes.ts'
import { mapRoutes } from './map.routes.ts'
import { sitemapRoutes } from './sitemap.routes.ts'

export { rollUpSpots } from './map-rollup.queries.ts'

/**
 * Seconds between rollups of the map's counts. Including the rollup itself, a change reaches the map within a second.
 */
export const ROLLUP_SECONDS = 0.8

/** The map, the list beside it, its search suggestions, and the sitemap. */
export const map = defineModule({
  name: 'map',
  needs: ['db', 'reads', 'publicUrl'],
  tables: {
    cells: 'counts of the existing spots',
    spot_facets: 'an index of the existing spots',
    map_state: 'one row',
  },
  uses: { streets, conditions },
  routes: [mapRoutes, areaRoutes, sitemapRoutes],
  rollups: [
    {
      name: 'map counts',
      empties: ['spot_changes', 'spot_video_checks'],
      pauseSeconds: ROLLUP_SECONDS,
      run: ({ db }) => rollUpSpots(db),
    },
  ],
})
