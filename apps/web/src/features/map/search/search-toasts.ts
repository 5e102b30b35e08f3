import { m } from '../../../i18n/messages.ts'
import { toast } from '../../../ui/toast.ts'

function showError(title: string, description: string) {
  return toast({ title, description, kind: 'error' })
}

/** Toasts for a search that can't run, finds nothing, or fails. */
export const searchToasts = {
  empty: () => showError(m.map_search_error(), m.map_search_empty()),
  notLoaded: () => showError(m.map_search_not_loaded(), m.map_search_not_loaded_text()),
  notFound: () => showError(m.map_search_not_found(), m.map_search_not_found_text()),
  failed: () => showError(m.map_search_failed(), m.map_search_failed_text()),
}
