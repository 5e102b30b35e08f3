import { defineModule, STAYS } from '../../module.ts'
import { draftRoutes } from './drafts.routes.ts'

export { takeDraft } from './drafts.service.ts'

/** Drafts: photos with their position that people can later share as spots. */
export const drafts = defineModule({
  name: 'drafts',
  needs: ['db'],
  tables: {
    drafts: STAYS.withAccount,
    draft_media: 'until the draft is shared or deleted',
  },
  routes: draftRoutes,
})
