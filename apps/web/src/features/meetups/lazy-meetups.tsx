import { Suspense } from 'react'
import { lazyExtra } from '../../ui/lazy-part.tsx'

/** A spot's meetups load on demand. */
const Section = lazyExtra(() =>
  import('./meetups-section.tsx').then(({ MeetupsSection }) => ({ default: MeetupsSection })),
)

type Props = { spot: { id: string; name: string; time_zone?: string | undefined } }

/** The sessions at a spot, with the button for a new one. */
export function Meetups(props: Props) {
  return (
    <Suspense fallback={null}>
      <Section {...props} />
    </Suspense>
  )
}
