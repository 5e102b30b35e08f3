import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailedScreen } from './failed-screen.tsx'
import { chunkIsMissing } from '../lib/page/missing-chunks.ts'

/** Replaces a screen that threw an error. Offers to retry, or to load the app's new version. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <FailedScreen error={error} chunkMissing={chunkIsMissing(error)} onRetry={again} />
}
