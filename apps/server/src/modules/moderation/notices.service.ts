import type { ReportType } from '@nollie/contract'
import { pageOfShort } from '@nollie/contract/short-links'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/open.ts'
import { type Rates, Refusal } from '../../platform/http/index.ts'
import { keyOf } from '../accounts/index.ts'
import { findSubject, insertNotice, openCase, type Subject } from './reports.queries.ts'

/** What somebody without an account says. */
export type Notice = {
  address: string
  report_type: ReportType
  description: string
  name: string
  email: string
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const PAGES = [
  { kind: 'spot', path: new RegExp(`^/spots?/${ID}/?$`, 'i') },
  { kind: 'post', path: new RegExp(`^/post/${ID}/?$`, 'i') },
  { kind: 'user', path: new RegExp(`^/user/${ID}(?:/|$)`, 'i') },
  { kind: 'discussion', path: new RegExp(`^/community/${ID}/?$`, 'i') },
] as const
const ITEM = new RegExp(`^${ID}\\.\\d+$`, 'i')

/** What the page at an address shows: the open photo, else the spot, the post, the person or the discussion. */
export const subjectAt = (address: string): Subject | undefined => {
  const { pathname: written, searchParams } = new URL(address)
  const pathname = pageOfShort(written) ?? written
  const post = ITEM.exec(searchParams.get('item') ?? '')?.[1]
  if (post) return { kind: 'post', id: post.toLowerCase() }
  for (const { kind, path } of PAGES) {
    const id = path.exec(pathname)?.[1]
    if (id) return { kind, id: id.toLowerCase() }
  }
  const selected = pathname === '/spots' ? searchParams.get('spot') : null
  return selected && new RegExp(`^${ID}$`, 'i').test(selected)
    ? { kind: 'spot', id: selected.toLowerCase() }
    : undefined
}

const nothingThere = () =>
  new Refusal('NOTHING_REPORTED', {
    detail: 'There is nothing at this address. Please copy it from the page that shows it.',
    fields: { address: 'There is nothing at this address.' },
  })

/**
 * Adds a notice to the open case of what an address shows; another one of the same mail address changes nothing, and is
 * answered alike.
 * @throws Refusal NOTHING_REPORTED when it shows nothing that is there, TOO_MANY
 */
export const sendNotice = async (
  { db, rates }: { db: Db; rates: Rates },
  { address, name, email, ...report }: Notice,
): Promise<void> => {
  await rates.hit('mail_address', keyOf(email.toLowerCase()))
  await db.transaction().execute(async (tx) => {
    const subject = subjectAt(address)
    const now = subject && (await findSubject(tx, subject, null))
    if (!now) throw nothingThere()
    const case_id = await openCase(tx, subject, now, uuid()).catch((error: unknown) => {
      // Deleted between the look at it and the notice.
      throw (error as { code?: string }).code === '23503' ? nothingThere() : error
    })
    await insertNotice(tx, { id: uuid(), case_id, ...report, notice_name: name, notice_email: email })
  })
}
