import type { Media } from '@nollie/contract'
import { type ComponentProps, Suspense } from 'react'
import { lazyExtra, lazyPart } from '../../ui/lazy-part.tsx'
import type { DescribeForm } from './describe-form.tsx'

const Badge = lazyExtra(() =>
  import('./badge-button.tsx').then(({ BadgeButton }) => ({ default: BadgeButton })),
)

const Describe = lazyPart(() =>
  import('./describe-form.tsx').then(({ DescribeForm }) => ({ default: DescribeForm })),
)

/** A badge that opens a photo's or video's description. Renders nothing if there is none. */
export function AltBadge({ media, className }: { media: Media; className?: string | undefined }) {
  if (!media.alt_text) return null
  return (
    <Suspense fallback={null}>
      <Badge id={media.id} type={media.type} text={media.alt_text} className={className} />
    </Suspense>
  )
}

/** The dialog that describes a photo or video, which is open while rendered. Its code loads on the first render. */
export function DescribeDialog(props: ComponentProps<typeof DescribeForm>) {
  return (
    <Suspense fallback={null}>
      <Describe {...props} />
    </Suspense>
  )
}
