import { useEffect } from 'react'
import { m } from '../i18n/messages.ts'
import { ApiError } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = { error: unknown; outdated: boolean; onRetry: () => void }

const textOf = (error: unknown, outdated: boolean) => {
  if (outdated && navigator.onLine)
    return [m.shell_failed_outdated_title(), m.shell_failed_outdated_text()] as const
  if (outdated || (error instanceof ApiError && error.code === 'OFFLINE'))
    return [m.shell_failed_offline_title(), m.shell_failed_offline_text()] as const
  return [m.shell_failed_title(), m.shell_failed_text()] as const
}

/** What stands in the place of a screen that could not be shown. */
export function FailedScreen({ error, outdated, onRetry }: Props) {
  useEffect(() => console.error(error), [error])
  const [title, text] = textOf(error, outdated)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-gutter" role="alert">
      <EmptyState
        art="map"
        level={1}
        title={title}
        action={
          <Button variant="primary" onClick={outdated ? () => location.reload() : onRetry}>
            {outdated ? m.shell_reload() : m.shell_retry()}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </main>
  )
}
