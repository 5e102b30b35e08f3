export type { CountsInput } from './fact-requests.ts'
export { LazyFactFilters, LazyFactLine } from './lazy-facts.tsx'
export { FactsSection } from './lazy-facts-section.tsx'
