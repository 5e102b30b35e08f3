import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailedScreen } from '../pages/failed.tsx'
import { chunkIsMissing } from './missing-chunks.ts'

/** What stands in the place of a screen that broke: try again, or load the new version of the app. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <FailedScreen error={error} outdated={chunkIsMissing(error)} onRetry={again} />
}
