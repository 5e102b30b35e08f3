import { accountEndpoints } from './accounts.ts'
import { accountSettingsEndpoints } from './account-settings.ts'
import { activityEndpoints } from './activity.ts'
import { blockEndpoints } from './blocks.ts'
import { commentEndpoints } from './comments.ts'
import { contentEndpoints } from './content.ts'
import { discoverEndpoints } from './discover.ts'
import { discussionEndpoints } from './discussions.ts'
import type { ApiOf } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { followEndpoints } from './follows.ts'
import { mapEndpoints } from './map.ts'
import { mediaEndpoints } from './media.ts'
import { messageEndpoints } from './messages.ts'
import { moderationEndpoints } from './moderation.ts'
import { myDataEndpoints } from './my-data.ts'
import { notificationEndpoints } from './notifications.ts'
import { ownContentEndpoints } from './own-content.ts'
import { outboxEndpoints } from './outbox.ts'
import { peopleEndpoints } from './people.ts'
import { placeEndpoints } from './places.ts'
import { postEndpoints } from './posts.ts'
import { postChangeEndpoints } from './post-changes.ts'
import { reportEndpoints } from './reports.ts'
import { savedEndpoints } from './saved.ts'
import { searchEndpoints } from './search.ts'
import { spotChangeEndpoints } from './spot-changes.ts'
import { spotEndpoints } from './spots.ts'
import { crawlerEndpoints } from './crawlers.ts'
import { previewEndpoints } from './previews.ts'
import { streetEndpoints } from './streets.ts'
import { systemEndpoints } from './system.ts'

/** Every operation of the API. */
export const contract = {
  ...crawlerEndpoints,
  ...previewEndpoints,
  ...systemEndpoints,
  ...accountEndpoints,
  ...accountSettingsEndpoints,
  ...myDataEndpoints,
  ...ownContentEndpoints,
  ...outboxEndpoints,
  ...mediaEndpoints,
  ...placeEndpoints,
  ...spotEndpoints,
  ...spotChangeEndpoints,
  ...postChangeEndpoints,
  ...postEndpoints,
  ...savedEndpoints,
  ...commentEndpoints,
  ...reportEndpoints,
  ...moderationEndpoints,
  ...blockEndpoints,
  ...peopleEndpoints,
  ...followEndpoints,
  ...activityEndpoints,
  ...notificationEndpoints,
  ...messageEndpoints,
  ...contentEndpoints,
  ...discussionEndpoints,
  ...discoverEndpoints,
  ...searchEndpoints,
  ...mapEndpoints,
  ...streetEndpoints,
  ...eventEndpoints,
}

/** Input and answer of every operation by its route. */
export type Api = ApiOf<typeof contract>

export type * from './account-settings.ts'
export type * from './accounts.ts'
export type * from './activity.ts'
export type * from './blocks.ts'
export type * from './comments.ts'
export type * from './content.ts'
export type * from './discover.ts'
export * from './discussion-categories.ts'
export type * from './discussions.ts'
export type * from './endpoint.ts'
export type * from './events.ts'
export type * from './follows.ts'
export type * from './map.ts'
export type * from './media.ts'
export type * from './messages.ts'
export type * from './moderation.ts'
export * from './moderation-types.ts'
export type * from './my-data.ts'
export type * from './notifications.ts'
export * from './own-kinds.ts'
export type * from './own-content.ts'
export type * from './people.ts'
export type * from './places.ts'
export type * from './posts.ts'
export type * from './post-changes.ts'
export type * from './shapes.ts'
export type * from './spots.ts'
export type * from './streets.ts'
export type * from './spot-changes.ts'
export * from './errors.ts'
export * from './limits.ts'
export * from './map-codec.ts'
export * from './notification-types.ts'
export * from './preference-values.ts'
export * from './report-types.ts'
export * from './spot-types.ts'
export * from './viewer.ts'
