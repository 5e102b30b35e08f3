export { isSuspended, setAdmin, setSuspended } from './profiles.queries.ts'
