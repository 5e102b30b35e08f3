import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailedScreen } from './failed-screen.tsx'
import { chunkIsMissing } from '../lib/missing-chunks.ts'

/** Replaces a screen that threw an error: offers a retry, or to load the new version of the app. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <FailedScreen error={error} chunkMissing={chunkIsMissing(error)} onRetry={again} />
}
