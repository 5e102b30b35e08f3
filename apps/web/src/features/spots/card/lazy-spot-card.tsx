import { lazyExtra, lazyPart } from '../../../ui/lazy-part.tsx'

// Dialogs and member actions are larger than the map's own controls, so they load on first use.

/** The map's dialog for sharing a spot. */
export const LazySpotShareDialog = lazyPart(() =>
  import('../sharing/spot-share.tsx').then(({ SpotShareDialog }) => ({ default: SpotShareDialog })),
)

/** The spot's page in the map's sheet. Until it can be loaded, the card stays. */
export const SpotInSheet = lazyExtra(() =>
  import('../page/spot-in-sheet.tsx').then(({ SpotInSheet }) => ({ default: SpotInSheet })),
)

/** A member's actions on the spot in an open card. */
export const SpotCardActions = lazyPart(() =>
  import('./spot-card-actions.tsx').then(({ SpotCardActions }) => ({ default: SpotCardActions })),
)

/** The dialog that was opened from a spot's card. */
export const SpotCardDialog = lazyPart(() =>
  import('./spot-card-dialog.tsx').then(({ SpotCardDialog }) => ({ default: SpotCardDialog })),
)
