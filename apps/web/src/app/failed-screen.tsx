import { useEffect } from 'react'
import { m } from '../i18n/messages.ts'
import { ApiError } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './failed-screen.module.css'

const TEXTS = {
  outdated: [m.shell_failed_outdated_title, m.shell_failed_outdated_text],
  offline: [m.shell_failed_offline_title, m.shell_failed_offline_text],
  failed: [m.shell_failed_title, m.shell_failed_text],
} as const

const kindOf = (error: unknown, outdated: boolean): keyof typeof TEXTS => {
  if (outdated && navigator.onLine) return 'outdated'
  if (outdated || (error instanceof ApiError && error.code === 'OFFLINE')) return 'offline'
  return 'failed'
}

type TextProps = { kind: keyof typeof TEXTS; again: string; onAgain?: () => void }

/** The text instead of a screen that could not be shown, and a button to try again. */
export function FailedText({ kind, again, onAgain }: TextProps) {
  const [title, text] = TEXTS[kind]
  return (
    <main id="main" tabIndex={-1} className={styles.root} role="alert">
      <EmptyState
        art="map"
        level={1}
        title={title()}
        action={
          <Button variant="primary" onClick={onAgain}>
            {again}
          </Button>
        }
      >
        {text()}
      </EmptyState>
    </main>
  )
}

type Props = { error: unknown; outdated: boolean; onRetry: () => void }

/** Replaces a screen that could not be shown. */
export function FailedScreen({ error, outdated, onRetry }: Props) {
  useEffect(() => console.error(error), [error])
  return (
    <FailedText
      kind={kindOf(error, outdated)}
      again={outdated ? m.shell_reload() : m.shell_retry()}
      onAgain={outdated ? () => location.reload() : onRetry}
    />
  )
}
