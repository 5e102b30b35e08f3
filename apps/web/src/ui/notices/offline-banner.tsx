import { WifiOff } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { useBrowserValue } from '../../lib/use-browser-value.ts'
import styles from './offline-banner.module.css'

function onNetwork(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the device reports a network and the server responds (`app/start-worker.ts`). */
export function useOnline(): boolean {
  return useBrowserValue(onNetwork, () => navigator.onLine && !document.documentElement.dataset.behind)
}

/** The banner at the top while the device is offline. */
export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <p className={styles.root} role="status">
      <WifiOff size={18} aria-hidden="true" />
      {m.shell_offline()}
    </p>
  )
}
