export { AllResults } from './lazy-all-results.ts'
export { SearchBox } from './search-box.tsx'
export { useSearchTyping } from './use-search.ts'
