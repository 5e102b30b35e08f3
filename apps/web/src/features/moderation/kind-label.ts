import type { CaseKind } from '@nollie/contract/moderation/moderation-types'
import { m } from '../../i18n/messages.ts'

const KINDS: Record<CaseKind, () => string> = {
  spot: m.moderation_kind_spot,
  post: m.moderation_kind_post,
  comment: m.moderation_kind_comment,
  user: m.moderation_kind_user,
  message: m.moderation_kind_message,
  discussion: m.moderation_kind_discussion,
  list: m.moderation_kind_list,
  bulletin: m.stewards_kind_bulletin,
  crew: m.crews_kind,
  meetup: m.meetups_kind,
}

/** Returns the label for what a case is about. */
export function kindLabel(kind: CaseKind): string {
  return KINDS[kind]()
}
