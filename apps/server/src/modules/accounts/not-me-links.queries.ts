import type { Tx } from '../../db/open.ts'

const NOT_ME = 'not-me:'

/**
 * The value under which a link "this was not me" is stored. It is not only the person's id, so that these links stay
 * valid after {@link dropVerifications}, which a thief can also trigger.
 */
export const notMeValue = (user_id: string): string => `${NOT_ME}${user_id}`

/** The person of such a link; undefined for a value of another kind. */
export const parseNotMeOwner = (value: string): string | undefined =>
  value.startsWith(NOT_ME) ? value.slice(NOT_ME.length) : undefined

/** Deletes a person's links "this was not me". */
export const dropNotMeLinks = async (tx: Tx, user_id: string): Promise<void> => {
  await tx.deleteFrom('verifications').where('value', '=', notMeValue(user_id)).execute()
}
