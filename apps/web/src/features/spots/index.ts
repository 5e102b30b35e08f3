export { CoordinatesField } from './coordinates-field.tsx'
export { SpotGallery, SpotSkeleton, SpotLightbox } from './gallery.tsx'
export { SpotCardActions, type SpotCardDialogName } from './spot-card-actions.tsx'
export { SpotCardDialog, SpotCardMenu } from './spot-card-menu.tsx'
export { SpotCover } from './spot-cover.tsx'
export { SpotBadges, SpotCreator, SpotText, SpotWhere } from './spot-facts.tsx'
export { SpotShareDialog } from './spot-share.tsx'
export { directionsLink, isPosition, placeText, spotLink } from './spot-links.ts'
export { nearbyQuery, placeAt, shareSpot, spotGalleryQuery, spotQuery } from './spot-requests.ts'
export { DifficultyChoice, TypeChoice } from './kind-choice.tsx'
export { usePlaceOfPin } from './place-of-pin.ts'
export {
  isPin,
  parsePoint,
  PLACE_FIELDS,
  type PlaceField,
  type PlaceNames,
  pointText,
  samePoint,
  typedAfter,
} from './point.ts'
export type { Point } from '../map/index.ts'
export {
  EMPTY_FORM,
  isPlaced,
  isTouched,
  placeValue,
  readForm,
  type SpotForm,
  type SpotFormAction,
  spotFormReducer,
} from './spot-form.ts'
export { restoreSpot, spotHistoryQuery, takeSpot } from './spot-changes.ts'
export { DeleteSpotDialog, EditSpotDialog, SpotDialog, type SpotDialogName } from './spot-dialogs.tsx'
export { useSpotLive } from './use-spot-live.ts'
export { SpotMissing } from './spot-missing.tsx'
