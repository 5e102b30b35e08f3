export { canStoreLists, storeListOffline } from './store-list.ts'
export { StoredAreas } from './lazy-stored-areas.tsx'
export { refreshAreas } from './refresh-areas.ts'
export { useStoreArea } from './use-store-area.tsx'
