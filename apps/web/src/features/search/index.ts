export { SearchResults } from './lazy-search-results.ts'
export { SearchBox } from './search-box.tsx'
export { useSearchTyping } from './use-search.ts'
