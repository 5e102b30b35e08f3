import {
  type CaseDecision,
  decisionsFor,
  type ErrorCode,
  type ModerationCase,
  type SpotTexts,
  type STEWARD_DECISIONS,
  type Viewer,
} from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { deleteComment, hideComment } from '../comments/index.ts'
import { hideCrewName } from '../crews/index.ts'
import { hideDiscussion, removeReportedDiscussion } from '../discussions/index.ts'
import { hideList, removeReportedList } from '../lists/index.ts'
import { removeReportedMeetup } from '../meetups/index.ts'
import { removeReportedMessage } from '../messages/index.ts'
import { hidePost, removePostIn } from '../posts/index.ts'
import { suspend } from '../accounts/index.ts'
import { lockSuspension } from '../profiles/index.ts'
import { spotHooks } from '../spots/index.ts'
import { isStewardAtSpot, removeBulletin } from '../stewards/index.ts'
import { refuseOwn, requireCase } from './cases.service.ts'
import { conclude } from './conclude-case.service.ts'
import { type LockedCase, lockCase } from './decisions.queries.ts'
import { requireSuspendable } from './suspend-member.service.ts'
import { say } from '../../platform/languages/index.ts'

type Deps = { db: Db; jobs: Jobs }
type Decision = { action: CaseDecision; reason: string; spot_texts: SpotTexts }

const NOT_FOUND_CODES: ReadonlySet<ErrorCode> = new Set([
  'SPOT_NOT_FOUND',
  'POST_NOT_FOUND',
  'COMMENT_NOT_FOUND',
  'MESSAGE_NOT_FOUND',
  'DISCUSSION_NOT_FOUND',
  'LIST_NOT_FOUND',
  'BULLETIN_NOT_FOUND',
  'CREW_NOT_FOUND',
  'MEETUP_NOT_FOUND',
])

function removeSubject(tx: Tx, viewer: Viewer, kind: LockedCase['kind'], id: string): Promise<unknown> {
  switch (kind) {
    case 'spot':
      return spotHooks.remove(tx, viewer, id)
    case 'post':
      return removePostIn(tx, spotHooks, viewer, id)
    case 'comment':
      return deleteComment(tx, id)
    case 'message':
      return removeReportedMessage(tx, id)
    case 'discussion':
      return removeReportedDiscussion(tx, id)
    case 'list':
      return removeReportedList(tx, id)
    case 'bulletin':
      return removeBulletin(tx, id)
    case 'meetup':
      return removeReportedMeetup(tx, id)
    case 'crew':
    case 'user':
      throw new Refusal('NOT_ALLOWED')
  }
}

async function hideSubject(
  tx: Tx,
  kind: LockedCase['kind'],
  id: string,
  spot_texts: SpotTexts,
): Promise<void> {
  switch (kind) {
    case 'post':
      return hidePost(tx, spotHooks, id, spot_texts)
    case 'comment':
      if (!(await hideComment(tx, id))) throw new Refusal('COMMENT_NOT_FOUND')
      return
    case 'discussion':
      return hideDiscussion(tx, id)
    case 'list':
      return hideList(tx, id)
    case 'crew':
      return hideCrewName(tx, id)
    case 'spot':
    case 'message':
    case 'bulletin':
    case 'meetup':
    case 'user':
      throw new Refusal('NOT_ALLOWED')
  }
}

// Applies a decision. Returns whether it changed anything.
async function applyDecision(
  tx: Tx,
  viewer: Viewer,
  { kind, thing_id, owner_id }: LockedCase,
  { action, spot_texts }: Pick<Decision, 'action' | 'spot_texts'>,
): Promise<boolean> {
  if (action === 'hide' || action === 'remove') {
    if (!thing_id) throw new Refusal('GONE')
    const done =
      action === 'hide'
        ? hideSubject(tx, kind, thing_id, spot_texts)
        : removeSubject(tx, viewer, kind, thing_id)
    await done.catch((error: unknown) => {
      if (error instanceof Refusal && NOT_FOUND_CODES.has(error.code)) throw new Refusal('GONE')
      throw error
    })
  }
  if ((action === 'warn' || action === 'suspend') && !owner_id)
    throw new Refusal('GONE', { detail: say`Its author no longer has an account.` })
  if (action !== 'suspend' || !owner_id) return true
  await lockSuspension(tx, owner_id)
  await requireSuspendable(tx, viewer, owner_id)
  return suspend(tx, owner_id, true)
}

/**
 * Decides an open case, which is possible only once: applies the decision and closes the case like {@link conclude}.
 * @throws Refusal NOT_FOUND, CONFLICT if it's already decided, GONE if the subject or its owner no longer exists,
 * NOT_ALLOWED for the viewer's own content, an action this kind of subject doesn't allow, or suspending an admin
 */
export async function decideCase(
  { db, jobs }: Deps,
  viewer: Viewer,
  case_id: string,
  { action, reason, spot_texts }: Decision,
): Promise<ModerationCase> {
  await db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, case_id)
    if (!found) throw new Refusal('NOT_FOUND')
    if (found.status === 'closed')
      throw new Refusal('CONFLICT', { detail: say`This case has already been decided.` })
    refuseOwn(viewer, found.owner_id)
    if (!decisionsFor(found.kind).includes(action))
      throw new Refusal('NOT_ALLOWED', { detail: say`This decision isn’t possible for this content.` })
    const took_effect = await applyDecision(tx, viewer, found, { action, spot_texts })
    const admin_id = viewer.user_id
    await conclude(tx, jobs, found, { act: 'decided', action, reason, admin_id, took_effect })
  })
  return requireCase(db, viewer, case_id)
}

/**
 * Decides an open case about a spot in the viewer's area, like {@link decideCase}. Moderators handle reports about
 * people and all other content.
 * @throws Refusal NOT_FOUND, including outside the area; NOT_ALLOWED for the viewer's own spot; CONFLICT, GONE
 */
export function decideAsSteward(
  { db, jobs }: Deps,
  viewer: Viewer,
  case_id: string,
  { action, reason }: { action: (typeof STEWARD_DECISIONS)[number]; reason: string },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, case_id)
    if (found?.kind !== 'spot' || !found.thing_id) throw new Refusal('NOT_FOUND')
    if (!viewer.is_admin && !(await isStewardAtSpot(tx, viewer.user_id, found.thing_id)))
      throw new Refusal('NOT_FOUND')
    if (found.status === 'closed')
      throw new Refusal('CONFLICT', { detail: say`This case has already been decided.` })
    refuseOwn(viewer, found.owner_id)
    // In their own area, stewards can remove reported content the way moderators can.
    await applyDecision(tx, { ...viewer, is_admin: true }, found, { action, spot_texts: 'keep' })
    const decision = {
      action,
      reason,
      admin_id: viewer.user_id,
      took_effect: true,
      as_steward: !viewer.is_admin,
    }
    await conclude(tx, jobs, found, { act: 'decided', ...decision })
  })
}
