import type { MemberLicense } from '@nollie/contract'
import { defineModule, type Services, worker } from '../../module.ts'
import { requireSameLicense } from './open-data/member-license.service.ts'
import { openDataRoutes } from './open-data/open-data.routes.ts'
import { queueRenewal, RENEW_OPEN_DATA, runRenewOpenData } from './open-data/renew-open-data-job.ts'
import { type OpenDataDeps, renewOpenData } from './open-data/store-open-data.service.ts'
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

type Options = {
  /** The license that the operator chose for spot data that members add. */
  memberLicense: MemberLicense | null
}

function open(
  { db, publicUrl, storage }: Pick<Services, 'db' | 'publicUrl' | 'storage'>,
  { memberLicense: members }: Options,
): { openData: OpenDataDeps } {
  return { openData: { db, publicUrl, members, files: storage.area('open') } }
}

/** The map, the list beside it, its search suggestions, the sitemap, and the open data. */
export const map = defineModule({
  name: 'map',
  needs: ['db', 'reads', 'jobs', 'publicUrl', 'storage'],
  tables: {
    cells: 'counts of the existing spots',
    spot_facets: 'an index of the existing spots',
    map_state: 'one row',
    member_license: 'one row',
  },
  uses: { streets, conditions },
  open,
  start: ({ openData }) => requireSameLicense(openData),
  routes: [mapRoutes, areaRoutes, sitemapRoutes, openDataRoutes],
  jobs: [worker(RENEW_OPEN_DATA, runRenewOpenData)],
  schedules: [
    {
      name: 'withdrawn open data',
      wokenBy: ['spot_withdrawals'],
      pauseSeconds: 10,
      run: queueRenewal,
    },
  ],
  rollups: [
    {
      name: 'map counts',
      empties: ['spot_changes', 'spot_video_checks'],
      pauseSeconds: ROLLUP_SECONDS,
      run: ({ db }) => rollUpSpots(db),
    },
  ],
  cleanUps: [
    {
      name: 'open data',
      everySeconds: 600,
      removes: {
        open_data_files: 'after a month, or sooner',
        spot_withdrawals: 'with the next file',
        'open/': 'with the row',
      },
      run: ({ openData }) => renewOpenData(openData),
    },
  ],
})
