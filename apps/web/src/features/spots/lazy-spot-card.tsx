import { lazyPart } from '../../ui/lazy-part.tsx'

// Dialogs and the actions of members are larger than the map's own controls, so they are loaded on first use.

/** The dialog that shares a spot, on the map. */
export const LazySpotShareDialog = lazyPart(() =>
  import('./spot-share.tsx').then(({ SpotShareDialog }) => ({ default: SpotShareDialog })),
)

/** The actions of members on the spot of an open card. */
export const SpotCardActions = lazyPart(() =>
  import('./spot-card-actions.tsx').then(({ SpotCardActions }) => ({ default: SpotCardActions })),
)

/** The dialog chosen on the card of a spot. */
export const SpotCardDialog = lazyPart(() =>
  import('./spot-card-menu.tsx').then(({ SpotCardDialog }) => ({ default: SpotCardDialog })),
)
