export { ConnectScreen } from './connect-screen.tsx'
export { FollowButton } from './follow-button.tsx'
export { listCards, publishFollowing, withCounts } from './people-cache.ts'
export { findQuery, profileQuery } from './people-requests.ts'
export { PeopleRows } from './person-card.tsx'
export { isPersonMissing, PersonMissing } from './person-missing.tsx'
export { RowsSkeleton } from './rows-skeleton.tsx'
export { useLiveCards } from './use-live-cards.ts'
export {
  OwnFollowersScreen,
  OwnFollowingScreen,
  UserFollowersScreen,
  UserFollowingScreen,
} from './follows-screens.tsx'
/** The styles of people cards, for screens that share their look. */
export { default as peopleLook } from './people.module.css'
export { followKinds } from './outbox-kinds.ts'
