import type { ModerationCase, Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { parseRowId } from '../accounts/index.ts'
import { showComment } from '../comments/index.ts'
import { showCrewName } from '../crews/index.ts'
import { showDiscussion } from '../discussions/index.ts'
import { showList } from '../lists/index.ts'
import { findAnySpotOf, showPost } from '../posts/index.ts'
import { suspend } from '../accounts/index.ts'
import { lockSuspension } from '../profiles/index.ts'
import { restoreSpotIn, spotHooks } from '../spots/index.ts'
import { isStewardAtSpot } from '../stewards/index.ts'
import {
  type AppealableDecision,
  findDecision,
  insertAppeal,
  isSuspendedOtherwise,
  lockAppeal,
  type LockedAppeal,
  writeAnswer,
} from './appeals.queries.ts'
import { refuseOwn, requireCase } from './cases.service.ts'
import { lockCase, type LockedCase } from './decisions.queries.ts'
import { writeAuditEntry } from './audit-log.queries.ts'
import { MODERATION_MAIL } from './moderation.mails.ts'
import { say } from '../../platform/languages/index.ts'

/** Functions that reverse stewards' decisions. Other modules implement them; the module list passes them in. */
export type Reversals = {
  settle: (tx: Tx, viewer: Viewer, spot_id: string) => Promise<void>
  facts: (tx: Tx, viewer: Viewer, change_id: string) => Promise<void>
}

function parseToken(secret: string, token: string): string {
  const id = parseRowId(secret, 'appeal', token)
  if (!id) throw new Refusal('BAD_TOKEN')
  return id
}

/**
 * Returns the decision that an emailed link refers to.
 * @throws Refusal BAD_TOKEN
 */
export async function lookAtDecision(
  { db, secret }: { db: Db; secret: string },
  token: string,
): Promise<AppealableDecision> {
  const found = await findDecision(db, parseToken(secret, token))
  if (!found) throw new Refusal('BAD_TOKEN')
  return found
}

/** Files the only appeal allowed against a decision. @throws Refusal BAD_TOKEN, CONFLICT */
export async function appeal(
  { db, secret }: { db: Db; secret: string },
  { token, words }: { token: string; words: string },
): Promise<void> {
  const id = parseToken(secret, token)
  if (!(await findDecision(db, id))) throw new Refusal('BAD_TOKEN')
  if (!(await insertAppeal(db, id, words)))
    throw new Refusal('CONFLICT', { detail: say`You’ve already appealed this decision.` })
}

async function showSubject(tx: Tx, kind: LockedCase['kind'], id: string): Promise<void> {
  if (kind === 'post') await showPost(tx, spotHooks, id)
  if (kind === 'comment') await showComment(tx, id)
  if (kind === 'discussion') await showDiscussion(tx, id)
  if (kind === 'list') await showList(tx, id)
  if (kind === 'crew') await showCrewName(tx, id)
}

// Deleted content can't be restored. The exception is a spot, which can be restored for a limited time, even if it was
// deleted with the post that created it. A person with another suspension stays suspended.
async function reverseDecision(
  tx: Tx,
  { viewer, reversals }: { viewer: Viewer; reversals: Reversals },
  { kind, thing_id, owner_id }: LockedCase,
  { decision_id, action, change_id }: LockedAppeal,
): Promise<void> {
  if (action === 'suspend' && owner_id) {
    // With this lock, either the check below sees a concurrent decision, or that decision waits for this transaction.
    await lockSuspension(tx, owner_id)
    if (!(await isSuspendedOtherwise(tx, owner_id, decision_id))) await suspend(tx, owner_id, false)
  }
  if (!thing_id) return
  if (action === 'settle') await reversals.settle(tx, viewer, thing_id)
  if (action === 'facts' && change_id) await reversals.facts(tx, viewer, change_id)
  if (action === 'hide') await showSubject(tx, kind, thing_id)
  if (action === 'remove' && (kind === 'spot' || kind === 'post')) {
    const spot_id = kind === 'spot' ? thing_id : await findAnySpotOf(tx, thing_id)
    if (spot_id) await restoreSpotIn(tx, viewer, spot_id)
  }
}

type Deps = { db: Db; jobs: Jobs; reversals: Reversals }
type Answer = { outcome: 'upheld' | 'reversed'; answer: string }

// Stewards answer appeals about spots in their areas, but only against decisions by other stewards.
async function mayAnswer(
  tx: Tx,
  viewer: Viewer,
  { kind, thing_id }: LockedCase,
  { as_steward }: LockedAppeal,
): Promise<boolean> {
  return (
    viewer.is_admin ||
    (as_steward &&
      kind === 'spot' &&
      thing_id !== null &&
      (await isStewardAtSpot(tx, viewer.user_id, thing_id)))
  )
}

async function answerIn(
  tx: Tx,
  { jobs, reversals }: Deps,
  viewer: Viewer,
  { case_id, outcome, answer }: Answer & { case_id: string },
): Promise<void> {
  const found = await lockCase(tx, case_id)
  const appealed = found && (await lockAppeal(tx, case_id))
  if (!appealed || !(await mayAnswer(tx, viewer, found, appealed))) throw new Refusal('NOT_FOUND')
  if (appealed.outcome !== null)
    throw new Refusal('CONFLICT', { detail: say`This appeal has already been answered.` })
  refuseOwn(viewer, found.owner_id)
  if (appealed.as_steward && appealed.admin_id === viewer.user_id)
    throw new Refusal('NOT_ALLOWED', {
      detail: say`Someone else has to answer this, because it’s about your decision.`,
    })
  const { decision_id } = appealed
  if (outcome === 'reversed') await reverseDecision(tx, { viewer, reversals }, found, appealed)
  const admin_id = viewer.user_id
  await writeAnswer(tx, decision_id, { outcome, answer, admin_id })
  await writeAuditEntry(tx, { admin_id, act: outcome, case_id, user_id: found.owner_id, reason: answer })
  if (found.owner_id)
    await jobs.send(tx, MODERATION_MAIL, { what: 'appeal_answered', decision_id, user_id: found.owner_id })
}

/**
 * Answers an appeal, which is possible only once. A reversed decision is undone as far as possible.
 * @throws Refusal NOT_FOUND without an appeal, CONFLICT if it's already answered, NOT_ALLOWED for an appeal by the
 * viewer or against the viewer's own decision as a steward, GONE if the spot can no longer be restored,
 * TOO_MANY_OBSTACLES if a fact can't be restored because the spot has no room for more obstacles
 */
export async function answerAppeal(
  deps: Deps,
  viewer: Viewer,
  case_id: string,
  answer: Answer,
): Promise<ModerationCase> {
  await deps.db.transaction().execute((tx) => answerIn(tx, deps, viewer, { case_id, ...answer }))
  return requireCase(deps.db, viewer, case_id)
}

/** Like {@link answerAppeal}, but for a steward, who can't read the case. */
export function answerAsSteward(deps: Deps, viewer: Viewer, case_id: string, answer: Answer): Promise<void> {
  return deps.db.transaction().execute((tx) => answerIn(tx, deps, viewer, { case_id, ...answer }))
}
