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
        sessions: 'at their end',
        ended_sessions: 'after thirty days',
        verifications: 'when the link is void',
        sign_in_codes: 'when the code is void',
        phone_codes: 'when the code is void',
        provider_requests: 'when the request is void',
        passkey_challenges: 'when the challenge is void',
        sign_ups: 'a week after the last of an address',
      },
      run: ({ db }) => deleteExpired(db),
    },
    {
      name: 'devices not used for long',
      everySeconds: 3600,
      removes: { used_devices: 'four hundred days after their last use' },
      run: ({ db }) => deleteOldUsedDevices(db),
    },
  ],
}
