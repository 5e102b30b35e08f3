import { useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { chunkIsMissing, reloadIfReached } from '../lib/page/missing-chunks.ts'
import { Button } from './button.tsx'
import styles from './list-states.module.css'

/** Shows that part of a screen failed, with a retry button. */
export function Broken({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const client = useQueryClient()
  const [isTrying, setTrying] = useState(false)
  const again = () => {
    setTrying(true)
    if (chunkIsMissing(error)) return void reloadIfReached().then(setTrying)
    // Cached data may have caused the error.
    client.removeQueries({ type: 'inactive' })
    void client.refetchQueries({ type: 'active' }).finally(onRetry)
  }
  return (
    <div className={styles.next} role="alert">
      <p>{m.shell_panel_failed()}</p>
      <Button variant="line" size="sm" busy={isTrying && m.shell_loading()} onClick={again}>
        {m.shell_retry()}
      </Button>
    </div>
  )
}

/** `path` is where the error occurred; when the path changes, the content is rendered again automatically. */
type State = { failed: false } | { failed: true; error: unknown; path: string }

/** An error boundary around part of a screen: shows the error in its place, with a retry button. */
export class PartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }
  static getDerivedStateFromError = (error: unknown): State => ({
    failed: true,
    error,
    path: location.pathname,
  })
  static getDerivedStateFromProps = (_: unknown, state: State): State | null =>
    state.failed && state.path !== location.pathname ? { failed: false } : null
  override render(): ReactNode {
    const { state } = this
    if (!state.failed) return this.props.children
    return <Broken error={state.error} onRetry={() => this.setState({ failed: false })} />
  }
}
