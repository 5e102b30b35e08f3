import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { deleteExpired } from './delete-expired.queries.ts'
import { deleteOldUsedDevices } from './used-devices.queries.ts'

export { createSenders, type Senders } from './authenticate.ts'

/** Sessions, their cookies, and the devices that have been used. */
export const sessions: Room<OpenAccounts> = {
  cleanUps: [
    {
      name: 'expired sessions and sign-ups',
      everySeconds: 3600,
      removes: {
        sessions: 'when they end',
        ended_sessions: 'after 30 days',
        verifications: 'when the link expires',
        sign_in_codes: 'when the code expires',
        phone_codes: 'when the code expires',
        provider_requests: 'when the request expires',
        passkey_challenges: 'when the challenge expires',
        sign_ups: 'a week after the last sign-up with the address',
      },
      run: ({ db }) => deleteExpired(db),
    },
    {
      name: 'unused devices',
      everySeconds: 3600,
      removes: { used_devices: '400 days after their last use' },
      run: ({ db }) => deleteOldUsedDevices(db),
    },
  ],
}
