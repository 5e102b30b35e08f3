import {
  accountDeletionEndpoints,
  accountSettingsEndpoints,
  accountEndpoints,
  codeEndpoints,
  identityEndpoints,
  passkeyEndpoints,
  factorEndpoints,
  phoneEndpoints,
  proofEndpoints,
  providerEndpoints,
  ssoEndpoints,
  refreshEndpoints,
  challengeEndpoints,
  tokenEndpoints,
  walletEndpoints,
} from './accounts/index.ts'
import { adEndpoints } from './ads/index.ts'
import { storedAreaEndpoints } from './stored-areas/index.ts'
import { audienceEndpoints } from './audiences/index.ts'
import { blockEndpoints } from './blocks/index.ts'
import { muteEndpoints } from './mutes/index.ts'
import { checkEndpoints } from './checks/index.ts'
import { bustEndpoints } from './busts/index.ts'
import { commentEndpoints } from './comments/index.ts'
import { conditionEndpoints } from './conditions/index.ts'
import { contentEndpoints } from './content/index.ts'
import { crewEndpoints } from './crews/index.ts'
import { discoverEndpoints } from './discover/index.ts'
import { discussionEndpoints } from './discussions/index.ts'
import { draftEndpoints } from './drafts/index.ts'
import { eventEndpoints } from './events/index.ts'
import { factEndpoints, measurementEndpoints } from './facts/index.ts'
import { followEndpoints } from './follows/index.ts'
import { importAreaEndpoints, importEndpoints, importFileEndpoints } from './imports/index.ts'
import { likeEndpoints } from './likes/index.ts'
import { listEndpoints } from './lists/index.ts'
import { mapEndpoints, sitemapEndpoints } from './map/index.ts'
import { mediaEndpoints } from './media/index.ts'
import { meetupEndpoints } from './meetups/index.ts'
import { messageEndpoints } from './messages/index.ts'
import { moderationEndpoints, reportEndpoints } from './moderation/index.ts'
import { myDataEndpoints, ownContentEndpoints } from './my-data/index.ts'
import { digestEndpoints } from './digests/index.ts'
import { notificationEndpoints } from './notifications/index.ts'
import { openDataEndpoints } from './open-data/index.ts'
import { activityEndpoints, peopleEndpoints } from './people/index.ts'
import { placeEndpoints } from './places/index.ts'
import { postChangeEndpoints, postEndpoints } from './posts/index.ts'
import { previewEndpoints } from './previews/index.ts'
import { pushEndpoints } from './push/index.ts'
import { savedEndpoints } from './saved/index.ts'
import { searchEndpoints } from './search/index.ts'
import { spotChangeEndpoints, spotEndpoints } from './spots/index.ts'
import { stewardEndpoints } from './stewards/index.ts'
import { streetEndpoints } from './streets/index.ts'
import {
  healthReportEndpoints,
  nativeAppsEndpoints,
  outboxEndpoints,
  systemEndpoints,
} from './system/index.ts'
import { translationEndpoints } from './translations/index.ts'
import { twinEndpoints } from './twins/index.ts'
import type { ApiOf } from './endpoint.ts'

/** All API operations. */
export const contract = {
  ...accountDeletionEndpoints,
  ...accountSettingsEndpoints,
  ...accountEndpoints,
  ...codeEndpoints,
  ...identityEndpoints,
  ...passkeyEndpoints,
  ...factorEndpoints,
  ...phoneEndpoints,
  ...proofEndpoints,
  ...providerEndpoints,
  ...ssoEndpoints,
  ...refreshEndpoints,
  ...challengeEndpoints,
  ...tokenEndpoints,
  ...walletEndpoints,
  ...adEndpoints,
  ...storedAreaEndpoints,
  ...audienceEndpoints,
  ...blockEndpoints,
  ...muteEndpoints,
  ...checkEndpoints,
  ...bustEndpoints,
  ...commentEndpoints,
  ...conditionEndpoints,
  ...contentEndpoints,
  ...crewEndpoints,
  ...discoverEndpoints,
  ...discussionEndpoints,
  ...draftEndpoints,
  ...eventEndpoints,
  ...factEndpoints,
  ...measurementEndpoints,
  ...followEndpoints,
  ...importEndpoints,
  ...importAreaEndpoints,
  ...importFileEndpoints,
  ...likeEndpoints,
  ...listEndpoints,
  ...mapEndpoints,
  ...sitemapEndpoints,
  ...mediaEndpoints,
  ...meetupEndpoints,
  ...messageEndpoints,
  ...moderationEndpoints,
  ...reportEndpoints,
  ...myDataEndpoints,
  ...ownContentEndpoints,
  ...digestEndpoints,
  ...notificationEndpoints,
  ...openDataEndpoints,
  ...activityEndpoints,
  ...peopleEndpoints,
  ...placeEndpoints,
  ...postChangeEndpoints,
  ...postEndpoints,
  ...previewEndpoints,
  ...pushEndpoints,
  ...savedEndpoints,
  ...searchEndpoints,
  ...spotChangeEndpoints,
  ...spotEndpoints,
  ...stewardEndpoints,
  ...streetEndpoints,
  ...translationEndpoints,
  ...twinEndpoints,
  ...healthReportEndpoints,
  ...nativeAppsEndpoints,
  ...outboxEndpoints,
  ...systemEndpoints,
}

/** Each operation's input and response, by route. */
export type Api = ApiOf<typeof contract>

export type * from './endpoint.ts'
export type * from './shapes.ts'
export type * from './accounts/index.ts'
export type * from './ads/index.ts'
export type * from './stored-areas/index.ts'
export type * from './audiences/index.ts'
export type * from './blocks/index.ts'
export type * from './mutes/index.ts'
export type * from './checks/index.ts'
export type * from './busts/index.ts'
export type * from './comments/index.ts'
export type * from './conditions/index.ts'
export type * from './content/index.ts'
export type * from './crews/index.ts'
export type * from './discover/index.ts'
export type * from './discussions/index.ts'
export type * from './drafts/index.ts'
export type * from './events/index.ts'
export type * from './facts/index.ts'
export type * from './follows/index.ts'
export type * from './imports/index.ts'
export type * from './likes/index.ts'
export type * from './lists/index.ts'
export type * from './map/index.ts'
export type * from './media/index.ts'
export type * from './mentions/index.ts'
export type * from './meetups/index.ts'
export type * from './messages/index.ts'
export type * from './moderation/index.ts'
export type * from './my-data/index.ts'
export type * from './digests/index.ts'
export type * from './notifications/index.ts'
export type * from './open-data/index.ts'
export type * from './people/index.ts'
export type * from './places/index.ts'
export type * from './posts/index.ts'
export type * from './previews/index.ts'
export type * from './push/index.ts'
export type * from './saved/index.ts'
export type * from './search/index.ts'
export type * from './spots/index.ts'
export type * from './stewards/index.ts'
export type * from './streets/index.ts'
export type * from './system/index.ts'
export type * from './translations/index.ts'
export type * from './twins/index.ts'

// Values that don't depend on the validation library, so the web client can bundle them.
export * from './checks/check-kinds.ts'
export * from './errors.ts'
export * from './limits.ts'
export * from './rates.ts'
export * from './rights.ts'
export * from './accounts/preference-values.ts'
export * from './accounts/access-token-scopes.ts'
export * from './stored-areas/area-tiles.ts'
export * from './audiences/audience-table.ts'
export * from './busts/bust-values.ts'
export * from './conditions/condition-values.ts'
export * from './discussions/discussion-categories.ts'
export * from './facts/fact-kinds.ts'
export * from './facts/measure-by-deck.ts'
export * from './map/map-codec.ts'
export * from './map/map-encode.ts'
export * from './meetups/meetup-kinds.ts'
export * from './moderation/moderation-types.ts'
export * from './moderation/report-types.ts'
export * from './my-data/own-kinds.ts'
export * from './notifications/notification-types.ts'
export * from './open-data/member-licenses.ts'
export * from './push/push-kinds.ts'
export * from './mentions/mention-names.ts'
export * from './search/normalize-text.ts'
export * from './spots/spot-types.ts'
export * from './stewards/area-shape.ts'
