import { go } from '../../../lib/navigation.ts'
import { type UploadQueue, getUploadQueue } from '../../media/index.ts'
import { additions } from './add-media.ts'
import { askAddition } from './ask-addition.ts'

/**
 * Moves a new spot's text and files to the form that adds a post to an existing spot, and opens that form. Anything
 * already in that form is preserved.
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
