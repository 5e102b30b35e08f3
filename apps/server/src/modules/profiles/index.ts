import { defineModule, STAYS } from '../../module.ts'

export { publishProfileEvent } from './profile-event.ts'
export { personJson } from './person-json.queries.ts'
export { changeVisibility } from './hide-people.queries.ts'
export {
  createProfile,
  describeProfile,
  lockProfile,
  setHomeTown,
  updateProfile,
} from './profiles.queries.ts'
export { hasAdmin, setAdmin, setFirstAdmin } from './admins.queries.ts'
export { makeFormer } from './former-members.queries.ts'
export { dropPictures, returnPicture, setAvatar } from './profile-pictures.queries.ts'
export { isSuspended, lockSuspension } from './suspensions.queries.ts'

/** People's public data. This module has no routes. Other modules serve and change the data. */
export const profiles = defineModule({
  name: 'profiles',
  tables: {
    profiles: STAYS.withAccount,
  },
})
