export { describeProfile, isSuspended, setAdmin, setSuspended } from './profiles.queries.ts'
