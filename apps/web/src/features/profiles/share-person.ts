import type { Person } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { getName } from '../../lib/text/person-name.ts'
import { copyLink } from '../../ui/index.ts'
import { hasSystemShare, systemShare } from '../../ui/system-share.ts'

/** Shares a link to a person's page with the device's share sheet. Copies the link if there is no share sheet. */
export async function sharePerson(person: Person): Promise<void> {
  const url = `${location.origin}${shortPath('user', person.user_id)}`
  if (hasSystemShare() && (await systemShare({ title: getName(person), url }))) return
  await copyLink(url)
}
