import { showPlaceless, showSaved } from './use-drop.ts'
import { storeUnfinished, type Unfinished } from './store-drop.ts'

/**
 * Stores an unfinished spot as a draft and confirms it with a toast.
 * @throws errors from `storeUnfinished`
 */
export async function storeForLater(unfinished: Unfinished): Promise<void> {
  await storeUnfinished(unfinished)
  if (unfinished.position) showSaved()
  else showPlaceless()
}
