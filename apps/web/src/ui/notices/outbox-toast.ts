import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { toast } from '../toast.ts'

/** Shows a toast that says the form's content is in the outbox. */
export function toastWaiting(): void {
  return toast({
    kind: 'info',
    title: m.outbox_waiting_title(),
    description: m.outbox_waiting_text(),
    action: { label: m.outbox_open(), run: () => go('/outbox') },
  })
}
