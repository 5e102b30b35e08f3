import { defineModule, STAYS } from '../../module.ts'
import { factRoutes } from './facts.routes.ts'
import { measurementRoutes } from './measurements.routes.ts'

export { factMover, measurementMover } from './move-facts.service.ts'
export { type SourceFacts, writeSourceFacts } from './source-facts.service.ts'
export { reverseFacts } from './steward-facts.service.ts'

/** Facts about spots, their sources, and measurements of obstacles in photos. */
export const facts = defineModule({
  name: 'facts',
  needs: ['db', 'jobs'],
  tables: {
    spot_facts: STAYS.withContent,
    spot_obstacles: STAYS.withContent,
    fact_suggestions: STAYS.withContent,
    fact_votes: STAYS.withContent,
    measurements: STAYS.withContent,
  },
  routes: [factRoutes, measurementRoutes],
})
