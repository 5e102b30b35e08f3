export { descriptionShownTo, selectCards, selectCardsText } from './card.queries.ts'
export { giveFirstCover } from './change-cover.service.ts'
export { purgeSpots, restoreSpotIn, spotSide } from './change-removal.service.ts'
export { removeDescriptionsOf, removeLonelySpotsOf } from './creator-removal.service.ts'
export { metresBetween } from './distance.ts'
export { findSpots } from './find.queries.ts'
export { findUnfurl, headFor } from './spot-head.service.ts'
export { spotRoutes } from './spots.routes.ts'
export {
  createSpot,
  importSharedSpot,
  importSpots,
  type Near,
  nearer,
  nearestSpots,
  requireSpot,
  type SourceRecord,
  withPlace,
} from './spots.service.ts'
