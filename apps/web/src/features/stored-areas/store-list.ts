import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { toast } from '../../ui/toast.ts'

/** Whether this browser can store a list. This requires a service worker, the only way to respond while offline. */
export function canStoreLists(): boolean {
  return 'serviceWorker' in navigator && 'caches' in globalThis && 'locks' in navigator && isSecureContext
}

/** Stores a list's spots on this device with one photo each, and shows where to find them. */
export async function storeListOffline(name: string, list_key: string): Promise<void> {
  const { storeList, AREAS_MAX } = await import('./areas-store.ts')
  const action = { label: m.stored_areas_to_settings(), run: () => go('/settings#areas') }
  const id = await storeList(name, list_key).catch(() => null)
  if (id)
    toast({
      kind: 'success',
      title: m.lists_offline_started({ name }),
      description: m.lists_offline_text(),
      action,
    })
  else
    toast({
      kind: 'error',
      title: m.lists_offline_failed(),
      description: m.stored_areas_limit({ count: AREAS_MAX }),
      action,
    })
}
