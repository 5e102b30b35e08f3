export { tellOfProfile } from './profile-event.ts'
export { personJson } from './person.queries.ts'
export {
  describeProfile,
  dropPictures,
  isSuspended,
  lockProfile,
  lockSuspension,
  makeFormer,
  returnPicture,
  setAdmin,
  setAvatar,
  setHomeTown,
  setLeavingAt,
  setSuspended,
  suspend,
  updateProfile,
} from './profiles.queries.ts'
