import type { Person } from '@nollie/contract'
import { shortPath } from '@nollie/contract/short-links'
import { nameOf } from '../../lib/names.ts'
import { copyLink } from '../../ui/index.ts'
import { hasSystemShare, systemShare } from '../../ui/system-share.ts'

/** Passes on the link to a person's page: by the share sheet of the phone, else by copying it. */
export async function sharePerson(person: Person): Promise<void> {
  const url = `${location.origin}${shortPath('user', person.user_id)}`
  if (hasSystemShare() && (await systemShare({ title: nameOf(person), url }))) return
  await copyLink(url)
}
