import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { useOnline } from '../../ui/notices/offline-banner.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { MapPhase } from './use-map-box.ts'
import styles from './map.module.css'

type Props = {
  phase: MapPhase
  onRetry: () => void
  /** Whether to show only text, for small maps. */
  small?: boolean
  /** Whether the loading state is a line on top of the placeholder image. */
  over?: boolean
}

type Failed = Extract<MapPhase, { kind: 'no-config' | 'failed' }>

function getText(phase: Failed): string {
  if (phase.kind === 'no-config')
    return phase.why === 'failed' ? m.map_config_failed() : m.map_config_missing()
  return phase.why === 'no-webgl' ? m.map_no_webgl() : m.map_start_failed()
}

// If the device is offline, the map recovers automatically once the device is back online.
function explainPhase(phase: Failed, isOnline: boolean): { title: string; text: string } {
  if (!isOnline && phase.why !== 'no-webgl') return { title: m.shell_offline_title(), text: m.map_offline() }
  const title = phase.kind === 'no-config' ? m.map_unavailable() : m.map_not_available()
  return { title, text: getText(phase) }
}

/** Shows a map's loading or error state in place of the map. */
export function MapState({ phase, onRetry, small = false, over = false }: Props) {
  const isOnline = useOnline()
  switch (phase.kind) {
    case 'ready':
      return null
    case 'config':
    case 'building':
      return (
        <div className={styles.state} role="status" data-over={over ? '' : undefined}>
          <Spinner />
          <p>{phase.kind === 'config' ? m.map_loading_config() : m.map_loading()}</p>
        </div>
      )
    case 'no-config':
    case 'failed': {
      const { title, text } = explainPhase(phase, isOnline)
      return (
        <div className={styles.state} role="alert">
          {small ? (
            <>
              <p>{title}</p>
              <p className={styles.stateText}>{text}</p>
            </>
          ) : (
            <EmptyState
              art="map"
              title={title}
              action={
                <Button size="sm" variant="line" onClick={onRetry}>
                  {m.map_retry()}
                </Button>
              }
            >
              {text}
            </EmptyState>
          )}
        </div>
      )
    }
  }
}
