import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import type { Db } from '../../db/open.ts'
import { findCredentials } from './password.queries.ts'

const ID_BYTES = 16
const MAC_BYTES = 32
/** Browsers limit the age of cookies to 400 days. */
const LIFE_SECONDS = 365 * 24 * 3600

type Device = { user_id: string; device_id: Buffer; mac: Buffer }

// Accepts any 16 bytes, because a client can write anything to a cookie.
const formatUuid = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const parseUuid = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const parseParts = (token: string): Device | null => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * ID_BYTES + MAC_BYTES) return null
  return {
    user_id: formatUuid(bytes.subarray(0, ID_BYTES)),
    device_id: bytes.subarray(ID_BYTES, 2 * ID_BYTES),
    mac: bytes.subarray(2 * ID_BYTES),
  }
}

/** The key under which rate limits count a known device. */
export type KnownDevice = { key: string }

/**
 * Known devices: browsers in which the owner of an account signed in before. Each has a signed cookie with the account
 * and a random number; the server stores neither. The signature covers the password's hash, so a new password
 * invalidates all of them. The cookie grants no access. Attempts with it are counted separately, because strangers
 * could otherwise use up an account's attempts (docs/decisions/0002-rate-limits-in-the-database.md).
 */
export class KnownDevices {
  readonly #db: Db
  readonly #secret: string
  readonly #name: string
  readonly #attributes: string

  constructor({ db, secret, publicUrl }: { db: Db; secret: string; publicUrl: URL }) {
    const isSecure = publicUrl.protocol === 'https:'
    this.#db = db
    this.#secret = secret
    this.#name = isSecure ? '__Host-nollie.device' : 'nollie.device'
    this.#attributes = `Max-Age=${LIFE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
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
   * The device in a request's cookies; null if there is none for the account of this address. Does the same work for
   * every well-formed cookie and every address.
   */
  async find(cookies: string | undefined, email: string): Promise<KnownDevice | null> {
    const device = this.#carried(cookies)
    if (!device) return null
    const account = await findCredentials(this.#db, device.user_id)
    const isOurs = timingSafeEqual(this.#sign(device, account?.password ?? ''), device.mac)
    return isOurs && account?.email === email ? buildKey(device) : null
  }

  /** The `Set-Cookie` line that makes a browser a known device of this account until its password changes. */
  async remember(user_id: string, cookies: string | undefined): Promise<string[]> {
    return (await this.rememberBrowser(user_id, cookies, async () => false))?.cookies ?? []
  }

  /**
   * Like {@link remember}, with the browser's random number, and whether it was a known device before. If the browser
   * `isUsed` by the person in its cookie, its number stays even after a new password or another person's sign-in.
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
    // A browser stays the same device, however often its owner signs in.
    const device_id = stays ? carried.device_id : randomBytes(ID_BYTES)
    const mac = this.#sign({ user_id, device_id }, account.password)
    const token = Buffer.concat([parseUuid(user_id), device_id, mac]).toString('base64url')
    return { device_id, isKnown, cookies: [`${this.#name}=${token}; ${this.#attributes}`] }
  }

  #carried(cookies: string | undefined): Device | null {
    if (!cookies?.includes(this.#name)) return null
    return parseParts(parseCookies(cookies).get(this.#name) ?? '')
  }
}

const buildKey = ({ device_id }: Device): KnownDevice => ({
  key: `device ${device_id.toString('base64url')}`,
})
