import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { setKinds } from '../lib/waiting/kinds.ts'
import { startSending } from '../lib/waiting/sender.ts'
import { toast } from '../ui/toast.ts'
import { WAITING_KINDS } from './waiting-kinds.ts'

// Sends what waits on this device; loaded after the first screen, or at once if something waits.
setKinds(WAITING_KINDS)
startSending({
  onRefused: ({ refusal }) =>
    toast({
      kind: 'error',
      title: m.outbox_not_sent(),
      description: refusal?.detail || m.outbox_not_sent_text(),
      action: { label: m.outbox_open(), run: () => go('/outbox') },
    }),
  onEmptied: (count) => toast({ kind: 'success', title: m.outbox_sent({ count }) }),
})
