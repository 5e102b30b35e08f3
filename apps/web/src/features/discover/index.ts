export { DiscoverGrid } from './discover-grid.tsx'
export { Found } from './found.tsx'
export { SearchBox } from './search-box.tsx'
export { useSearchTyping } from './use-search.ts'
