import { lazy } from 'react'

/** Ways to share a post; their code is loaded when they are first opened. */
export const ShareSheet = lazy(() =>
  import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })),
)
