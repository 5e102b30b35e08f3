import type { Locator } from '@playwright/test'

/** Opens a comment's menu. */
export function openMenuOf(comment: Locator): Promise<void> {
  return comment.getByRole('button', { name: /^More options for .+’s comment$/ }).click()
}

/** Chooses an action from a comment's menu. */
export async function choose(comment: Locator, action: 'Delete' | 'Report'): Promise<void> {
  await openMenuOf(comment)
  await comment.page().getByRole('menuitem', { name: action }).click()
}
