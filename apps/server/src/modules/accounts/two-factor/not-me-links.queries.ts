import type { Tx } from '../../../db/open.ts'

const NOT_ME = 'not-me:'

/**
 * Returns the value stored for an "It wasn't me" link. It contains more than the person's ID, because these links
 * must stay valid after {@link dropVerifications}, which a thief can trigger.
 */
export function notMeValue(user_id: string): string {
  return `${NOT_ME}${user_id}`
}

/** Returns the owner of a "It wasn't me" link, given its stored value; undefined for any other value. */
export function parseNotMeOwner(value: string): string | undefined {
  return value.startsWith(NOT_ME) ? value.slice(NOT_ME.length) : undefined
}

/** Deletes a person's "It wasn't me" links. */
export async function dropNotMeLinks(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('verifications').where('value', '=', notMeValue(user_id)).execute()
}
