import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { MapPhase } from './use-map-box.ts'
import styles from './map.module.css'

type Props = {
  phase: MapPhase
  onRetry: () => void
  /** Whether only text is shown, for small maps. */
  small?: boolean
  /** Whether the loading state is a line above the first picture. */
  over?: boolean
}

const textOf = (phase: Extract<MapPhase, { kind: 'no-config' | 'failed' }>): string => {
  if (phase.kind === 'no-config')
    return phase.why === 'failed' ? m.map_config_failed() : m.map_config_missing()
  return phase.why === 'no-webgl' ? m.map_no_webgl() : m.map_start_failed()
}

/** The loading or failed state of a map, in its box. */
export function MapState({ phase, onRetry, small = false, over = false }: Props) {
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
      const title = phase.kind === 'no-config' ? m.map_unavailable() : m.map_not_available()
      return (
        <div className={styles.state} role="alert">
          {small ? (
            <>
              <p>{title}</p>
              <p className={styles.stateText}>{textOf(phase)}</p>
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
              {textOf(phase)}
            </EmptyState>
          )}
        </div>
      )
    }
  }
}
