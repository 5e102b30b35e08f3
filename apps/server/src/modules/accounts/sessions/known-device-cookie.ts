import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../../db/open.ts'
import { findCredentials } from '../sign-in/password.queries.ts'
import { createHostCookie, type HostCookie } from './host-cookie.ts'

const ID_BYTES = 16
const MAC_BYTES = 32
/** Browsers limit cookie lifetimes to 400 days. */
const LIFE_SECONDS = 365 * 24 * 3600

type Device = { user_id: string; device_id: Buffer; mac: Buffer }

// Accepts any 16 bytes, because clients can put anything in a cookie.
function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function parseUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function parseParts(token: string): Device | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * ID_BYTES + MAC_BYTES) return null
  return {
    user_id: formatUuid(bytes.subarray(0, ID_BYTES)),
    device_id: bytes.subarray(ID_BYTES, 2 * ID_BYTES),
    mac: bytes.subarray(2 * ID_BYTES),
  }
}

/** The rate limit key for a known device. */
export type KnownDevice = { key: string }

/**
 * Known devices are browsers in which an account's owner has signed in before. Each has a signed cookie with the
 * account and a random number; the server stores neither. The signature includes the password hash, so a new password
 * invalidates them all. The cookie grants no access. Its attempts are counted separately, so that strangers can't use
 * up an account's attempts (docs/decisions/0002-rate-limits-in-the-database.md).
 */
export class KnownDevices {
  readonly #db: Db
  readonly #secret: string
  readonly #cookie: HostCookie

  constructor({ db, secret, publicUrl }: { db: Db; secret: string; publicUrl: URL }) {
    this.#db = db
    this.#secret = secret
    this.#cookie = createHostCookie(publicUrl, 'nollie.device', LIFE_SECONDS)
  }

  #sign({ user_id, device_id }: Omit<Device, 'mac'>, password: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update('known device\0')
      .update(parseUuid(user_id))
      .update(device_id)
      .update(password)
      .digest()
  }

  /**
   * Returns the known device from a request's cookies; null if it isn't known for the account with this email address.
   * Does the same amount of work for all well-formed cookies and all addresses.
   */
  async find(cookies: string | undefined, email: string): Promise<KnownDevice | null> {
    const device = this.#carried(cookies)
    if (!device) return null
    const account = await findCredentials(this.#db, device.user_id)
    const isOurs = timingSafeEqual(this.#sign(device, account?.password ?? ''), device.mac)
    return isOurs && account?.email === email ? buildKey(device) : null
  }

  /** Returns the `Set-Cookie` line that makes a browser a known device for this account until the password changes. */
  async remember(user_id: string, cookies: string | undefined): Promise<string[]> {
    return (await this.rememberBrowser(user_id, cookies, async () => false))?.cookies ?? []
  }

  /**
   * Like {@link remember}, but also returns the browser's random number, and whether it was known before. If `isUsed`
   * returns true for the person in its cookie, the browser retains its number even after a new password or another
   * person's sign-in.
   */
  async rememberBrowser(
    user_id: string,
    cookies: string | undefined,
    isUsed: (user_id: string, device_id: Buffer) => Promise<boolean>,
  ): Promise<{ device_id: Buffer; isKnown: boolean; cookies: string[] } | null> {
    const account = await findCredentials(this.#db, user_id)
    if (!account) return null
    const carried = this.#carried(cookies)
    const isKnown =
      carried?.user_id === user_id && timingSafeEqual(this.#sign(carried, account.password), carried.mac)
    const stays = carried !== null && (isKnown || (await isUsed(carried.user_id, carried.device_id)))
    // A browser counts as the same device no matter how often its owner signs in.
    const device_id = stays ? carried.device_id : randomBytes(ID_BYTES)
    const mac = this.#sign({ user_id, device_id }, account.password)
    const token = Buffer.concat([parseUuid(user_id), device_id, mac]).toString('base64url')
    return { device_id, isKnown, cookies: [this.#cookie.set(token)] }
  }

  #carried(cookies: string | undefined): Device | null {
    const token = this.#cookie.read(cookies)
    return token === null ? null : parseParts(token)
  }
}

function buildKey({ device_id }: Device): KnownDevice {
  return {
    key: `device ${device_id.toString('base64url')}`,
  }
}
