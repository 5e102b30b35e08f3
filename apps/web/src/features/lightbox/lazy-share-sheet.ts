import { lazyPart } from '../../ui/lazy-part.tsx'

/** Ways to share a post; their code is loaded when they are first opened. */
export const ShareSheet = lazyPart(() =>
  import('./share-sheet.tsx').then(({ ShareSheet }) => ({ default: ShareSheet })),
)
