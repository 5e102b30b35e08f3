import { Suspense } from 'react'
import { useSession } from '../../../lib/use-session.ts'
import { lazyExtra } from '../../../ui/lazy-part.tsx'

const OperatorHintText = lazyExtra(() =>
  import('./operator-hint-text.tsx').then(({ OperatorHintText }) => ({ default: OperatorHintText })),
)

/** Explains to admins how to fill an empty installation. Renders nothing for everyone else. */
export function OperatorHint() {
  const { user } = useSession()
  if (!user?.is_admin) return null
  return (
    <Suspense fallback={null}>
      <OperatorHintText />
    </Suspense>
  )
}
