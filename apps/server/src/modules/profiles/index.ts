import { defineModule, STAYS } from '../../module.ts'

export { publishProfileEvent } from './profile-event.ts'
export { personJson } from './person.queries.ts'
export { changeVisibility } from './hide-people.queries.ts'
export {
  createProfile,
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
  updateProfile,
} from './profiles.queries.ts'

/** The public data of people. It has no routes: the modules with routes change it. */
export const profiles = defineModule({
  name: 'profiles',
  tables: {
    profiles: STAYS.withAccount,
  },
})
