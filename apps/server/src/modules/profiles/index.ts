export { personJson } from './person.queries.ts'
export {
  describeProfile,
  isSuspended,
  lockProfile,
  setAdmin,
  setAvatar,
  setSuspended,
  updateProfile,
} from './profiles.queries.ts'
