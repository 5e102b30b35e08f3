import type { Viewer } from '@nollie/contract'
import { NIL } from 'uuid'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { linkToken, parseRowId } from '../accounts/index.ts'
import { setFirstAdmin } from '../profiles/index.ts'

const PURPOSE = 'first-admin'

/**
 * Returns the path of the page where the operator becomes the first admin. Its token proves that they can read the
 * server's output.
 */
export function firstAdminPath(secret: string): string {
  return `/admin/first#token=${linkToken(secret, PURPOSE, NIL)}`
}

/**
 * Makes the viewer the first admin. Does nothing if they are an admin already.
 * @throws Refusal BAD_TOKEN if the token is wrong, or if someone else is an admin
 */
export async function becomeFirstAdmin(
  { db, secret }: { db: Db; secret: string },
  viewer: Viewer,
  token: string,
): Promise<void> {
  const isMeant = parseRowId(secret, PURPOSE, token) === NIL
  if (!isMeant || !(await setFirstAdmin(db, viewer.user_id))) throw new Refusal('BAD_TOKEN')
}
