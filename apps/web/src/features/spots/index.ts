export { CountryField } from './form/country-field.tsx'
export { CoordinatesField } from './form/coordinates-field.tsx'
export { SpotShareDialog } from './sharing/spot-share.tsx'
export { PersonSpotMenu } from './card/person-spot-menu.tsx'
export { fieldLabel, valueText } from './history/spot-history-text.ts'
export { placeText } from './address-text.ts'
export { addToExisting } from './gallery/add-from-elsewhere.ts'
export { nearbyQuery, nearbySpots, type Sought, shareSpot, spotQuery } from './spot-requests.ts'
export { DifficultyChoice, TypeChoice } from './form/type-choice.tsx'
export {
  audienceLabel,
  isAudience,
  isExactAudience,
  isPrecision,
  precisionLabel,
} from './form/audience-text.ts'
export { toStartOfDay, hasExactAudience, OPEN, type Secrecy, toSecrecy } from './form/secrecy.ts'
export { AudienceChoice, ExactAudienceChoice, OpeningDay, PrecisionChoice } from './form/secrecy-choice.tsx'
export { usePlaceOfPin } from './form/use-place-of-pin.ts'
export { isPin, type PlaceField, pointText, typedAfter } from './form/pin-position.ts'
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
} from './form/spot-form.ts'
export { DeleteSpotDialog, EditSpotDialog } from './spot-dialogs.tsx'
export { loadSpotScreen, loadSpotsMapScreen } from './lazy-screens.ts'
export { SpotsMapScreen } from './spots-map-screen.tsx'
export { mediaPostKinds } from './outbox-kinds.ts'
