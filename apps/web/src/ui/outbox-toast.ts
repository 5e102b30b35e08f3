import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { toast } from './toast.ts'

/** Says that what a form sent waits in the outbox of this device. */
export const toastWaiting = (): void =>
  toast({
    kind: 'info',
    title: m.outbox_waiting_title(),
    description: m.outbox_waiting_text(),
    action: { label: m.outbox_open(), run: () => go('/outbox') },
  })
