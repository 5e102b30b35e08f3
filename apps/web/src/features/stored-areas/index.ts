export { canStoreLists, storeListHere } from './store-list.ts'
export { StoreArea, StoredAreas } from './lazy-stored-areas.tsx'
export { refreshAreas } from './refresh-areas.ts'
