export { canStoreLists, storeListHere } from './store-list.ts'
export { StoreArea, StoredAreas } from './lazy-areas.tsx'
export { refreshAreas } from './refresh-areas.ts'
