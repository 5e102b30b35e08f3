import { defineModule, STAYS } from '../../module.ts'
import { rollUpPersonCounts } from './person-counts-rollup.queries.ts'
import { fanOutPosts } from './fan-out-posts.queries.ts'
import { followRoutes } from './follows.routes.ts'

export { joinCounts, selectCounts } from './person-counts.queries.ts'
export { fanOutPosts } from './fan-out-posts.queries.ts'
export { cardJson, insertFollow } from './follows.queries.ts'

/** Pause between rollups. Short enough for clients to receive new counts within a second. */
const ROLLUP_SECONDS = 0.4

/** Follows, people's counts, and timelines. */
export const follows = defineModule({
  name: 'follows',
  needs: ['db'],
  tables: {
    follows: STAYS.withAccount,
    person_counts: STAYS.withAccount,
    timelines: STAYS.withAccount,
    timeline: 'until the post is deleted; a limited number per person',
  },
  routes: followRoutes,
  rollups: [
    {
      name: 'follow counts',
      empties: ['person_delta'],
      pauseSeconds: ROLLUP_SECONDS,
      run: ({ db }) => rollUpPersonCounts(db),
    },
    {
      name: 'timelines',
      empties: ['timeline_queue'],
      pauseSeconds: ROLLUP_SECONDS,
      run: ({ db }) => fanOutPosts(db),
    },
  ],
})
