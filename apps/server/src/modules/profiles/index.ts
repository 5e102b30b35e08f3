export { personJson } from './person.queries.ts'
export {
  describeProfile,
  isSuspended,
  lockProfile,
  makeFormer,
  setAdmin,
  setAvatar,
  setLeavingAt,
  setSuspended,
  updateProfile,
} from './profiles.queries.ts'
