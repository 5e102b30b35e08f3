import { lazy } from 'react'

// Dialogs and the actions of members are larger than the map's own controls, so they are loaded on first use.

/** The dialog that shares a spot, on the map. */
export const LazySpotShareDialog = lazy(() =>
  import('./spot-share.tsx').then(({ SpotShareDialog }) => ({ default: SpotShareDialog })),
)

/** The actions of members on the spot of an open card. */
export const SpotCardActions = lazy(() =>
  import('./spot-card-actions.tsx').then(({ SpotCardActions }) => ({ default: SpotCardActions })),
)

/** The dialog chosen on the card of a spot. */
export const SpotCardDialog = lazy(() =>
  import('./spot-card-menu.tsx').then(({ SpotCardDialog }) => ({ default: SpotCardDialog })),
)
