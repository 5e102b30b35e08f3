import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { m } from '../i18n/messages.ts'

const subscribe = (view: () => void) => {
  addEventListener('online', view)
  addEventListener('offline', view)
  return () => {
    removeEventListener('online', view)
    removeEventListener('offline', view)
  }
}

/** Whether the device says it has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** A line at the top while there is no network. */
export function OfflineBanner() {
  if (useOnline()) return null
  return (
    <p className="offline-banner" role="status">
      <WifiOff size={18} aria-hidden="true" />
      {m.shell_offline()}
    </p>
  )
}
