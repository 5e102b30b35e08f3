import { defineModule, STAYS } from '../../module.ts'
import { listRoutes } from './lists.routes.ts'
import { exportRoutes } from './export-lists.routes.ts'

export { sendSpotsFile } from './export-lists.routes.ts'
export { listMover } from './move-lists.queries.ts'
export { hideList, readList, removeReportedList, requireSharedList, showList } from './lists.service.ts'
export { knownSpots, findListRight } from './visibility.queries.ts'

/** Named lists of spots, their exports, and who can see them. */
export const lists = defineModule({
  name: 'lists',
  needs: ['db', 'publicUrl'],
  tables: { lists: STAYS.withAccount, list_spots: 'until the list or the spot is deleted' },
  routes: [listRoutes, exportRoutes],
})
