import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { addChallenge } from './factor-challenges.queries.ts'
import { selectKinds } from './factors.queries.ts'
import { isSecondTo } from './factor-kinds.ts'
import { currentSignIn } from './signing-in.ts'
import type { TrustedDevices } from './trusted-devices.ts'

/** How strong a session is (1 or 2), and how its owner signed in. */
export type Strength = { aal: number; amr: string }

/**
 * The gate of second factors, which every new session passes, whatever the way in: where a person has a factor and it was
 * not proven just now, no session begins, and the sign-in waits as a challenge that only this device has.
 * @throws Refusal FACTOR_NEEDED
 */
export const factorGate =
  ({ db, trusted }: { db: Db; trusted: TrustedDevices }) =>
  async (user_id: string): Promise<Strength> => {
    const { way, factor, cookies } = currentSignIn()
    if (factor) return { aal: 2, amr: factor === way ? way : `${way} ${factor}` }
    const kinds = await selectKinds(db, user_id)
    if (kinds.length === 0 || (await trusted.isTrusted(user_id, cookies))) return { aal: 1, amr: way }
    const factors = kinds.filter((kind) => isSecondTo(way, kind))
    throw new Refusal('FACTOR_NEEDED', { challenge: await addChallenge(db, user_id, way), factors })
  }
