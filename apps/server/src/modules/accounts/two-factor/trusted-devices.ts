import { randomBytes } from 'node:crypto'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { createHostCookie } from '../sessions/host-cookie.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { deleteTrustedDevice, insertTrustedDevice, storeDeviceUse } from './trusted-devices.queries.ts'
import type { Viewer } from '@nollie/contract'
import { Refusal } from '../../../platform/http/index.ts'

const TOKEN = /^[\w-]{43}$/

/** Browsers that can skip the second factor. Each has a random cookie, and the server stores its hash. */
export type TrustedDevices = {
  /** Whether a person trusts the browser with these cookies. */
  isTrusted: (user_id: string, cookies: string | undefined) => Promise<boolean>
  /** Marks a browser as trusted. Returns its `Set-Cookie` line. */
  trust: (tx: Tx, user_id: string, userAgent: string | undefined) => Promise<string>
}

/** Creates the trusted devices for the server at `publicUrl`. */
export function createTrustedDevices({ db, publicUrl }: { db: Db; publicUrl: URL }): TrustedDevices {
  const cookie = createHostCookie(publicUrl, 'nollie.trust', ACCOUNT_LIMITS.trust_days * 24 * 3600)
  return {
    isTrusted: async (user_id, cookies) => {
      const token = cookie.read(cookies) ?? ''
      return TOKEN.test(token) && storeDeviceUse(db, user_id, token)
    },
    trust: async (tx, user_id, userAgent) => {
      const token = randomBytes(32).toString('base64url')
      await insertTrustedDevice(tx, { user_id, token, user_agent: userAgent?.slice(0, 300) ?? null })
      return cookie.set(token)
    },
  }
}

/**
 * Stops trusting a device.
 * @throws Refusal NOT_FOUND, including for another person's device
 */
export async function revokeTrustedDevice(db: Db, { user_id }: Viewer, device_id: string): Promise<void> {
  if (!(await deleteTrustedDevice(db, user_id, device_id))) throw new Refusal('NOT_FOUND')
}
