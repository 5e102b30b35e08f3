import type { Tx } from '../../../db/open.ts'

/** Updates a post's title and text, and increments its version. */
export async function updatePost(
  tx: Tx,
  id: string,
  text: { title: string; content: string | null },
): Promise<void> {
  await tx
    .updateTable('posts')
    .set((eb) => ({ ...text, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Increments a post's version, after a change to something that its JSON contains. */
export async function incrementVersion(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('posts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns the index of a post's first remaining item. */
export async function findFirstItem(tx: Tx, post_id: string): Promise<number> {
  const row = await tx
    .selectFrom('post_media')
    .select((eb) => eb.fn.min('media_index').as('first'))
    .where('post_id', '=', post_id)
    .executeTakeFirst()
  return row?.first ?? 0
}
