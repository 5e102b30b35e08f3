import { useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { ApiError } from '../lib/api.ts'
import { reloadIfReached } from '../lib/page/missing-chunks.ts'
import { serverAnswers } from '../lib/server-answers.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/notices/empty-state.tsx'
import styles from './failed-screen.module.css'

const TEXTS = {
  outdated: [m.shell_failed_outdated_title, m.shell_failed_outdated_text],
  offline: [m.shell_failed_offline_title, m.shell_failed_offline_text],
  failed: [m.shell_failed_title, m.shell_failed_text],
} as const

type TextProps = { kind: keyof typeof TEXTS; again: string; onAgain?: () => void }

/** Replaces a screen that failed, with a retry button. */
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

type Props = { error: unknown; chunkMissing: boolean; onRetry: () => void }

/** Shown if a screen's code can't be loaded because there's a newer version or the server is unreachable. */
function MissingChunkScreen() {
  const [isReached, setReached] = useState<boolean | null>(null)
  useEffect(() => void serverAnswers().then(setReached), [])
  if (isReached === null) return null
  if (isReached)
    return <FailedText kind="outdated" again={m.shell_reload()} onAgain={() => location.reload()} />
  return <FailedText kind="offline" again={m.shell_retry()} onAgain={() => void reloadIfReached()} />
}

/** Replaces a screen that couldn't be shown. */
export function FailedScreen({ error, chunkMissing, onRetry }: Props) {
  useEffect(() => console.error(error), [error])
  if (chunkMissing) return <MissingChunkScreen />
  const isOffline = error instanceof ApiError && error.code === 'OFFLINE'
  return <FailedText kind={isOffline ? 'offline' : 'failed'} again={m.shell_retry()} onAgain={onRetry} />
}
