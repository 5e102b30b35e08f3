import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import { cancelDeletion } from '../account/account-deletion.service.ts'
import { findDeletionDue } from '../account/account-deletion.queries.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { addChallenge } from '../two-factor/factor-challenges.queries.ts'
import { selectKinds } from '../two-factor/factors.queries.ts'
import { isSecondTo } from '../two-factor/check-factor-code.ts'
import { lockEpoch } from '../sessions/sessions.queries.ts'
import type { ProvenPerson, SigningIn, Strength } from '../sessions/signing-in.ts'
import type { TrustedDevices } from '../two-factor/trusted-devices.ts'
import { say } from '../../../platform/languages/index.ts'

type Deps = { db: Db; jobs: Jobs; trusted: TrustedDevices }

/** A sign-in that doesn't say how the person proved their identity. */
const UNDECLARED: SigningIn = { way: 'unknown', cookies: undefined }

async function findStrength(
  { db, trusted }: Deps,
  { user_id, security_epoch }: ProvenPerson,
  { way, factor, cookies, cancelsDeletion = false }: SigningIn,
): Promise<Strength> {
  if (factor) return { aal: 2, amr: factor === way ? way : `${way} ${factor}` }
  const kinds = await selectKinds(db, user_id)
  if (kinds.length === 0 || (await trusted.isTrusted(user_id, cookies))) return { aal: 1, amr: way }
  const factors = kinds.filter((kind) => isSecondTo(way, kind))
  const waiting = { user_id, security_epoch, way, cancels_deletion: cancelsDeletion }
  const challenge = await addChallenge(db, waiting)
  throw new Refusal('FACTOR_NEEDED', { challenge, factors })
}

/**
 * Returns when the account would be deleted, if this sign-in cancels that; null if no deletion was requested.
 * @throws Refusal `LEAVING`
 */
export async function requireStay(db: Db, user_id: string, cancelsDeletion: boolean): Promise<string | null> {
  const due_at = await findDeletionDue(db, user_id)
  if (!due_at || cancelsDeletion) return due_at
  throw new Refusal('LEAVING', {
    detail: say`This account will be deleted on ${{ day: due_at }}. You can change your mind until then.`,
  })
}

function takeDeletionBack({ db, jobs }: Deps, person: ProvenPerson): Promise<void> {
  const { user_id } = person
  return db.transaction().execute(async (tx) => {
    if (!(await lockEpoch(tx, person))) throw new Refusal('SESSION_MISSING')
    if (!(await cancelDeletion(tx, user_id))) throw new Refusal('GONE')
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'stayed', user_id })
  })
}

/**
 * Returns the check that runs before every new session, for all sign-in methods. If a person has a second factor that
 * they haven't just proven, no session starts. The sign-in is then stored as a challenge that only this device has. A
 * pending deletion is canceled at the very end, only if the person gets in.
 * @throws Refusal FACTOR_NEEDED, `LEAVING`, GONE
 */
export function signInGate(deps: Deps) {
  return async (person: ProvenPerson, how: SigningIn = UNDECLARED): Promise<Strength> => {
    const due_at = await requireStay(deps.db, person.user_id, how.cancelsDeletion ?? false)
    const strength = await findStrength(deps, person, how)
    if (due_at) await takeDeletionBack(deps, person)
    return strength
  }
}
