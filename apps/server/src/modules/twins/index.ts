import { LIMITS } from '@nollie/contract/limits'
import { defineModule, STAYS } from '../../module.ts'
import { media } from '../media/index.ts'
import { findTwins } from './find-twins.service.ts'
import { deleteOldMerges } from './merges.queries.ts'
import { twinRoutes } from './twins.routes.ts'

/** Duplicate spots: finding them, merging them, and undoing merges (docs/decisions/0107-twins.md). */
export const twins = defineModule({
  name: 'twins',
  needs: ['db'],
  uses: { media },
  tables: {
    twin_pairs: STAYS.withContent,
    twin_queue: 'until the next night, or with the spot',
    twin_progress: 'two rows',
  },
  routes: twinRoutes,
  schedules: [{ name: 'twins', everySeconds: 86_400, run: findTwins }],
  cleanUps: [
    {
      name: 'old merges',
      everySeconds: 3600,
      removes: { spot_merges: '30 days later, or when it is undone', merge_moves: 'with its merge' },
      run: ({ db }) => deleteOldMerges(db, LIMITS.unmerge_days),
    },
  ],
})
