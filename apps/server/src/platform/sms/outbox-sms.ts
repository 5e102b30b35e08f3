import type { Outbox } from '../mail/index.ts'
import { signal } from '../telemetry/index.ts'
import type { SmsSender } from './sms.ts'

/** Stores messages in the outbox with the emails, if there's no text message service. */
export function outboxSms(outbox: Outbox): SmsSender {
  return async ({ id, to, text }) => {
    const head = `To: ${to}\nSubject: Text message\nContent-Type: text/plain; charset=utf-8`
    await outbox.put(id, Buffer.from(`${head}\n\n${text}\n`))
    signal('sms', { outcome: 'stored' })
    return 'sent'
  }
}
