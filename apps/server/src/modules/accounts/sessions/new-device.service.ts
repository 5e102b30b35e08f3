import { createHash } from 'node:crypto'
import type { Db } from '../../../db/open.ts'
import { toNetwork } from '../../../platform/http/index.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { parseUserAgent } from './user-agent.ts'
import { lockEpoch } from './sessions.queries.ts'
import type { ProvenPerson } from './signing-in.ts'
import type { KnownDevices } from './known-device-cookie.ts'
import { isUnused, isUsedDevice, storeUsedDevice } from './used-devices.queries.ts'

/** Where a request comes from: data for the session list, and cookies that may identify a known device. */
export type Origin = {
  ip: string
  userAgent: string | undefined
  cookies: string | undefined
  /** Whether the client is a program, which has no cookies. */
  isProgram: boolean
}

type Deps = { db: Db; jobs: Jobs; devices: KnownDevices }

function digestParts(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url')
}

// Clients choose their user agent, but mustn't be able to put their own text in the email.
const PLAIN = /^[A-Za-z0-9 ]{1,30}$/

function plain(name: string | null): string | null {
  return name && PLAIN.test(name) ? name : null
}

/** Describes a device in a way that its owner may recognize in an email. */
export function deviceName({ userAgent, isProgram }: Pick<Origin, 'userAgent' | 'isProgram'>): string {
  if (isProgram) return 'an app or a program'
  const device = parseUserAgent(userAgent ?? null)
  const [browser, os] = [plain(device.browser), plain(device.os)]
  const kind = device.kind === 'other' ? 'a device' : `a ${device.kind}`
  if (browser && os) return `${browser} on ${kind} with ${os}`
  return browser ? `${browser} on ${kind}` : kind
}

/**
 * Makes a new session's browser a known device, and emails the owner if the account wasn't used on it before. Programs
 * have no cookie, so their name and network identify them. Returns the `Set-Cookie` lines; none if the session has ended
 * with all others in the meantime.
 */
export async function welcomeDevice(
  { db, jobs, devices }: Deps,
  person: ProvenPerson,
  origin: Origin,
  way: string,
): Promise<string[]> {
  const { user_id } = person
  const { ip, userAgent = '', cookies, isProgram } = origin
  const usedBy = (owner: string, device_id: Buffer) =>
    isUsedDevice(db, owner, digestParts('browser', owner, device_id))
  const browser = await devices.rememberBrowser(user_id, cookies, usedBy)
  if (!browser) return []
  const device = isProgram
    ? digestParts('program', user_id, userAgent, toNetwork(ip))
    : digestParts('browser', user_id, browser.device_id)
  const isKnown = (!isProgram && browser.isKnown) || (await isUsedDevice(db, user_id, device))
  const isSurprise = !isKnown && !(await isUnused(db, user_id))
  return db.transaction().execute(async (tx) => {
    if (!(await lockEpoch(tx, person))) return []
    await storeUsedDevice(tx, user_id, device)
    if (!isSurprise) return browser.cookies
    const at = new Date().toISOString()
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'device_new', user_id, name: deviceName(origin), way, at })
    return browser.cookies
  })
}
