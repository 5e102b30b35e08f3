export { personJson } from './person.queries.ts'
export { describeProfile, isSuspended, setAdmin, setSuspended } from './profiles.queries.ts'
