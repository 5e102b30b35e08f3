import { defineModule, type Services, STAYS, worker } from '../../module.ts'
import { enqueueDue, PUSH } from './queue-due.ts'
import { sendDue } from './send-due.ts'
import { derivePushKeys } from './push-keys.ts'
import { pushRoutes } from './push.routes.ts'
import type { PushRelay } from './send-native.ts'

export type { PushRelay } from './send-native.ts'
export { isQuiet } from './quiet-hours.ts'

/** The operator's options for push notifications. `hosts` are additional push services, as origins. */
export type PushOptions = {
  hosts: readonly string[]
  /** The relay to native apps, or null if there is none. */
  relay: PushRelay | null
  /** The native apps' id. */
  app: string
}

type Needs = Pick<Services, 'secret' | 'publicUrl'>

function open({ secret, publicUrl }: Needs, { hosts, relay, app }: PushOptions) {
  const keys = derivePushKeys(secret)
  return {
    hosts,
    public_key: keys.public_key,
    sender: { keys, publicUrl },
    native: relay && { relay, app, publicUrl },
  }
}

/** Notifications on devices while Nollie is closed (docs/decisions/0090-web-push.md). */
export const push = defineModule({
  name: 'push',
  needs: ['db', 'jobs', 'log', 'secret', 'publicUrl'],
  tables: {
    push_devices: 'until the session ends, or the browser unsubscribes',
    push_settings: STAYS.withAccount,
  },
  open,
  routes: pushRoutes,
  jobs: [worker(PUSH, sendDue)],
  rollups: [{ name: 'due pushes', empties: ['push_queue'], pauseSeconds: 2, run: enqueueDue }],
})
