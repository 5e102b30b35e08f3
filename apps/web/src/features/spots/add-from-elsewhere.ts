import { go } from '../../lib/navigation.ts'
import { type UploadQueue, getUploadQueue } from '../media/index.ts'
import { additions } from './add-media.ts'
import { askAddition } from './ask-addition.ts'

/**
 * Puts a text and files that were chosen for a new spot into the form that adds to an existing one, and opens it there. What
 * that form has already stays in it.
 */
export async function addToExisting(
  { person, spot_id }: { person: string; spot_id: string },
  content: string,
  files: UploadQueue,
): Promise<void> {
  const queue = getUploadQueue(person, `spot.${spot_id}`)
  await queue.restored
  await queue.takeBack(await files.filesToWait())
  const name = `${person}.${spot_id}`
  const before = additions.at(name).draft
  additions.write(name, { ...before, content: [before.content, content].filter(Boolean).join('\n') })
  files.clear({ keep: true })
  go(askAddition(spot_id))
}
