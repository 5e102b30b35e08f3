import { defineModule, STAYS } from '../../module.ts'
import { audit } from '../audit/index.ts'
import { purgeSpots } from './deletion/remove-spot.service.ts'
import { spotEditRoutes } from './edit-spot.routes.ts'
import { spotRemovalRoutes } from './deletion/remove-spot.routes.ts'
import { spotRoutes } from './spots.routes.ts'
import { openSpots } from './sharing/open-spots.service.ts'
import { takeGoneOffMap } from './status/store-spot-condition.service.ts'

export { descriptionShownTo, selectCards, selectCardsById, selectCardsText } from './spot-cards.queries.ts'
export { findPublicForward } from './deletion/forwards.queries.ts'
export { measureLikeness, TWIN_METRES } from './nearby/twin-likeness.ts'
export {
  bringBack,
  forwardToMerged,
  lockSides,
  putAway,
  refuseMerged,
} from './deletion/merged-spots.service.ts'
export { editMover } from './edit/move-edits.queries.ts'
export { giveFirstCover } from './gallery/spot-cover.service.ts'
export { IS_STOPPED, PIN_LOOK, PIN_RANK, HAS_CONDITION } from './status/spot-condition.queries.ts'
export { lockSpotCondition, selectSpotCondition } from './status/spot-condition.queries.ts'
export { takeGoneOffMap, storeSpotCondition } from './status/store-spot-condition.service.ts'
export { restoreSpotIn, spotHooks } from './deletion/remove-spot.service.ts'
export { removeDescriptionsOf, removeLonelySpotsOf } from './deletion/creator-removal.service.ts'
export { metresBetween } from '@nollie/contract/places/metres-between'
export { boxAround } from './nearby/box-around.ts'
export { MOVED_METRES } from './edit/edit-spot.service.ts'
export { exactly, findExact, joinExact } from './positions/positions.queries.ts'
export { findSpots } from './find-spots.queries.ts'
export { selectUnfurl, type UnfurlRow } from './spots.queries.ts'
export { squaresAround } from './nearby/nearby-spots.queries.ts'
export { requireCard, requireSpot } from './spots.service.ts'
export { type Near, nearer, findNearestSpots } from './nearby/nearby-spots.service.ts'
export {
  changeImportedSpot,
  clearSourceMissing,
  importSharedSpot,
  importSpots,
  markSourceMissing,
  removeImportedSpots,
  renameByGuess,
  renewAttribution,
} from './sharing/imported-spots.service.ts'
export { findGuessedName, setNameGuess } from './sharing/guessed-names.queries.ts'
export { renameLocked } from './sharing/name-spot.service.ts'
export { chooseNames, type Guess, type Unnamed } from './sharing/guessed-names.service.ts'
export { createSpot, type SourceRecord, withAddress } from './sharing/share-spot.service.ts'

/** Spots: sharing, cards, pages, galleries, nearby spots, and editing. */
export const spots = defineModule({
  name: 'spots',
  needs: ['db'],
  uses: { audit },
  tables: {
    spot_edits: STAYS.withContent,
    spot_positions: STAYS.withContent,
    spot_forwards: 'as long as the merged spot, because old links lead to it',
    spot_hidden_texts: 'until the decision is reversed or the spot is deleted',
  },
  routes: [spotRoutes, spotEditRoutes, spotRemovalRoutes],
  schedules: [
    { name: 'spots gone for a year', everySeconds: 3600, run: ({ db }) => takeGoneOffMap(db) },
    { name: 'spots due for publication', everySeconds: 5, run: ({ db }) => openSpots(db) },
  ],
  cleanUps: [
    {
      name: 'deleted spots',
      everySeconds: 3600,
      removes: { spots: '30 days after they were deleted' },
      run: ({ db }) => purgeSpots(db),
    },
  ],
})
