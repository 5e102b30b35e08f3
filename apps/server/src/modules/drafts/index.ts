import { defineModule, STAYS } from '../../module.ts'
import { draftRoutes } from './drafts.routes.ts'

export { takeDraft } from './drafts.service.ts'

/** Photos with their position that people can share as spots later. */
export const drafts = defineModule({
  name: 'drafts',
  needs: ['db'],
  tables: {
    drafts: STAYS.withAccount,
    draft_media: 'until the draft is shared or deleted',
  },
  routes: draftRoutes,
})
