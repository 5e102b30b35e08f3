import type { ReportType } from '@nollie/contract'
import { pageOfShort } from '@nollie/contract/short-links'
import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'
import { type RateLimiter, Refusal } from '../../platform/http/index.ts'
import { buildRateKey } from '../accounts/index.ts'
import { findListRight } from '../lists/index.ts'
import { insertNotice, openCase } from './reports.queries.ts'
import { findSubject, type Subject } from './reported-subjects.queries.ts'
import { say } from '../../platform/languages/index.ts'

/** A report from a person without an account. */
export type Notice = {
  address: string
  report_type: ReportType
  description: string
  name: string
  email: string
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const PAGES = [
  { kind: 'spot', pattern: new RegExp(`^/spots?/${ID}/?$`, 'i') },
  { kind: 'post', pattern: new RegExp(`^/post/${ID}/?$`, 'i') },
  { kind: 'user', pattern: new RegExp(`^/user/${ID}(?:/|$)`, 'i') },
  { kind: 'discussion', pattern: new RegExp(`^/community/${ID}/?$`, 'i') },
  { kind: 'list', pattern: new RegExp(`^/lists/${ID}/?$`, 'i') },
] as const
const ITEM = new RegExp(`^${ID}\\.\\d+$`, 'i')

/** Returns the subject shown at a URL: the open photo, or else the spot, post, person, discussion, or list. */
export function parseSubject(address: string): Subject | undefined {
  const { pathname: path, searchParams } = new URL(address)
  const pathname = pageOfShort(path) ?? path
  const post = ITEM.exec(searchParams.get('item') ?? '')?.[1]
  if (post) return { kind: 'post', id: post.toLowerCase() }
  for (const { kind, pattern } of PAGES) {
    const id = pattern.exec(pathname)?.[1]
    if (id) return { kind, id: id.toLowerCase() }
  }
  const selected = pathname === '/spots' ? searchParams.get('spot') : null
  return selected && new RegExp(`^${ID}$`, 'i').test(selected)
    ? { kind: 'spot', id: selected.toLowerCase() }
    : undefined
}

// Finds a list by its share link, because such a list has no other URL.
async function linkedListAt(tx: Tx, address: string): Promise<Subject | undefined> {
  const [, link] = /^\/lists\/([0-9a-f]{32})\/?$/.exec(new URL(address).pathname) ?? []
  const found = link && (await findListRight(tx, null, link))
  return found ? { kind: 'list', id: found.id } : undefined
}

function nothingAtAddress() {
  return new Refusal('NOTHING_REPORTED', {
    detail: say`We couldn’t find this page. Copy the link from the page you want to report.`,
    fields: { address: say`There’s nothing at this address.` },
  })
}

/**
 * Adds a notice to the open case about a URL's subject. A second notice from the same email address changes nothing.
 * The response is the same, so it doesn't reveal the first notice.
 * @throws Refusal NOTHING_REPORTED if the URL shows no reportable content, TOO_MANY
 */
export async function sendNotice(
  { db, rates }: { db: Db; rates: RateLimiter },
  { address, name, email, ...report }: Notice,
): Promise<void> {
  await rates.hit('mail_address', buildRateKey(email.toLowerCase()))
  await db.transaction().execute(async (tx) => {
    const subject = parseSubject(address) ?? (await linkedListAt(tx, address))
    const current = subject && (await findSubject(tx, subject, null))
    if (!current) throw nothingAtAddress()
    const case_id = await openCase(tx, subject, current, uuid()).catch((error: unknown) => {
      // The subject was deleted after it was found.
      throw (error as { code?: string }).code === '23503' ? nothingAtAddress() : error
    })
    await insertNotice(tx, { id: uuid(), case_id, ...report, notice_name: name, notice_email: email })
  })
}
