import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import type { Db } from '../../db/open.ts'
import { findCredentials } from './account-settings.queries.ts'

const ID_BYTES = 16
const MAC_BYTES = 32
/** Browsers keep no cookie for longer than 400 days. */
const LIFE_SECONDS = 365 * 24 * 3600

type Device = { user_id: string; device_id: Buffer; mac: Buffer }

// Anybody can write anything into a cookie: no 16 bytes are refused here.
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const partsOf = (token: string): Device | null => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * ID_BYTES + MAC_BYTES) return null
  return {
    user_id: uuidOf(bytes.subarray(0, ID_BYTES)),
    device_id: bytes.subarray(ID_BYTES, 2 * ID_BYTES),
    mac: bytes.subarray(2 * ID_BYTES),
  }
}

/** What the limits of an address know a request's sender by: the browser, if its owner signed in there before. */
export type KnownDevice = { key: string }

/**
 * Browsers in which the owner of an account signed in before. Each holds a signed cookie that names the account and a
 * random number, and nothing of it is stored; the password's hash is part of what is signed, so a new password takes
 * every such cookie back. It opens nothing: its holder's tries are counted apart from those of strangers, who could
 * otherwise use up the tries of an account for its owner (docs/decisions/0002-rate-limits-in-the-database.md).
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
      .update(bytesOf(user_id))
      .update(device_id)
      .update(password)
      .digest()
  }

  /**
   * The device of a request's cookies; null when it has none for the account of this address. Does the same work for
   * every well-formed cookie, whosever address is named.
   */
  async find(cookies: string | undefined, email: string): Promise<KnownDevice | null> {
    const device = this.#carried(cookies)
    if (!device) return null
    const account = await findCredentials(this.#db, device.user_id)
    const isOurs = timingSafeEqual(this.#sign(device, account?.password ?? ''), device.mac)
    return isOurs && account?.email === email ? keyOf(device) : null
  }

  /** The `Set-Cookie` line that makes a browser a known one of this account, from its present password on. */
  async remember(user_id: string, cookies: string | undefined): Promise<string[]> {
    const account = await findCredentials(this.#db, user_id)
    if (!account) return []
    const carried = this.#carried(cookies)
    const isKnown =
      carried?.user_id === user_id && timingSafeEqual(this.#sign(carried, account.password), carried.mac)
    // One browser is one device, however often somebody signs in there.
    const device_id = isKnown ? carried.device_id : randomBytes(ID_BYTES)
    const mac = this.#sign({ user_id, device_id }, account.password)
    const token = Buffer.concat([bytesOf(user_id), device_id, mac]).toString('base64url')
    return [`${this.#name}=${token}; ${this.#attributes}`]
  }

  #carried(cookies: string | undefined): Device | null {
    if (!cookies?.includes(this.#name)) return null
    return partsOf(parseCookies(cookies).get(this.#name) ?? '')
  }
}

const keyOf = ({ device_id }: Device): KnownDevice => ({ key: `device ${device_id.toString('base64url')}` })
