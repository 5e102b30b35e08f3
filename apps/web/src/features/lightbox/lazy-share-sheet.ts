import { lazyPart } from '../../ui/lazy-part.tsx'

/** A post's share sheet. It loads when first opened. */
export const ShareSheet = lazyPart(() =>
  import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })),
)
