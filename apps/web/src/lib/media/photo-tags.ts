import type { ExpandedTags } from 'exifreader'

/**
 * Reads one group of a photo's metadata tags; loads the library on first use. Returns undefined if the file is
 * unreadable or has no such tags.
 */
export async function readTags<Group extends 'exif' | 'gps'>(
  file: Blob,
  group: Group,
): Promise<ExpandedTags[Group] | undefined> {
  try {
    const [{ default: reader }, bytes] = await Promise.all([import('exifreader'), file.arrayBuffer()])
    return (await reader.load(bytes, { expanded: true, async: true, includeTags: { [group]: true } }))[group]
  } catch {
    return undefined
  }
}
