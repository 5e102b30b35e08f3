import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Sheet = lazyPart(() => import('./embed-sheet.tsx'))

/** The dialog with the HTML code of a map for other sites. */
export function EmbedSheet(props: ComponentProps<typeof Sheet>) {
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  )
}
