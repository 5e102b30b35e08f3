export { CountryField } from './country-field.tsx'
export { CoordinatesField } from './coordinates-field.tsx'
export { SpotShareDialog } from './spot-share.tsx'
export { SpotCardMenu } from './spot-card-menu.tsx'
export { fieldLabel, valueText } from './spot-history-text.ts'
export { placeText } from './address-text.ts'
export { addToExisting } from './add-from-elsewhere.ts'
export { nearbyQuery, nearbySpots, type Sought, shareSpot, spotQuery } from './spot-requests.ts'
export { DifficultyChoice, TypeChoice } from './type-choice.tsx'
export { audienceLabel, isAudience, isExactAudience, isPrecision, precisionLabel } from './audience-text.ts'
export { toStartOfDay, hasExactAudience, OPEN, type Secrecy, toSecrecy } from './secrecy.ts'
export { AudienceChoice, ExactAudienceChoice, OpeningDay, PrecisionChoice } from './secrecy-choice.tsx'
export { usePlaceOfPin } from './use-place-of-pin.ts'
export { isPin, type PlaceField, pointText, typedAfter } from './pin-position.ts'
export type { Point } from '../map/index.ts'
export {
  type ChosenSecrecy,
  EMPTY_FORM,
  isPlaced,
  isTouched,
  lacksCrew,
  placeValue,
  readForm,
  type SpotForm,
  type SpotFormAction,
  spotFormReducer,
} from './spot-form.ts'
export { DeleteSpotDialog, EditSpotDialog } from './spot-dialogs.tsx'
export { loadSpotScreen, loadSpotsMapScreen } from './lazy-screens.ts'
export { SpotsMapScreen } from './spots-map-screen.tsx'
export { mediaPostKinds } from './outbox-kinds.ts'
