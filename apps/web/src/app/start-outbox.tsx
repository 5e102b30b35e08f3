import { OutboxLine } from '../features/outbox/index.ts'
import { Shortcuts } from '../features/shortcuts/index.ts'
import { m } from '../i18n/messages.ts'
import { go } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { setKinds } from '../lib/outbox/kinds.ts'
import { waitingList } from '../lib/outbox/use-outbox.ts'
import { sendOrQueue } from '../lib/outbox/send-or-queue.ts'
import { setSendOrQueue } from '../lib/outbox/send-or-queue-lazily.ts'
import { startSending } from '../lib/outbox/sender.ts'
import { lateContent } from '../ui/late-content.ts'
import { toast } from '../ui/toast.ts'
import { OUTBOX_KINDS } from './outbox-kinds.ts'

// Sends pending entries, and listens to shortcuts. Loaded after the first screen, or immediately if entries are pending.
lateContent.set(
  <>
    <OutboxLine />
    <Shortcuts />
  </>,
)
setSendOrQueue(sendOrQueue)
setKinds(OUTBOX_KINDS)
session.onEvent((event) => {
  // The server ended the session. Pending entries are sent after the same person signs in again.
  if (event === 'signed_out' && waitingList.get().length > 0)
    toast({ kind: 'info', title: m.outbox_signed_out(), duration: 15_000 })
})
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
