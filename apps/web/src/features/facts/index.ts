export type { CountsInput } from './fact-requests.ts'
export { FactsSection, LazyFactFilters, LazyFactLine } from './lazy-facts.tsx'
