import { lazyPart } from '../../ui/lazy-part.tsx'

/** The share sheet of a post; loaded when first opened. */
export const ShareSheet = lazyPart(() =>
  import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })),
)
