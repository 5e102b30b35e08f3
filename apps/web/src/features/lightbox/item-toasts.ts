import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/index.ts'

/** Shows a toast with the result of an action on a lightbox item. */
export function showItemToast(kind: 'success' | 'error', description: string): unknown {
  return toast({
    kind,
    title: kind === 'success' ? m.lightbox_toast_success() : m.lightbox_toast_error(),
    description,
  })
}
