import { type SendTools, Unsent } from '../../lib/outbox/kinds.ts'
import type { WaitingFile } from '../../lib/outbox/use-outbox.ts'
import type { GoodFile } from './checked-file.ts'
import { type SendError, sendFile } from './send-file.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** Converts a selected file to the outbox's format. Photos are already downscaled for upload. */
export async function toWaitingFile({ kind, file }: GoodFile): Promise<WaitingFile> {
  const blob = kind === 'image' ? await shrinkPhoto(file) : file
  return { name: file.name, kind, blob, url: null, sent: false }
}

function parseId(url: string | null): string {
  return url?.split(/[?#]/)[0]?.split('/').filter(Boolean).pop() ?? ''
}

function toUnsent(error: SendError): Unsent {
  if (error.why === 'refused') return new Unsent(error.again ? 'busy' : 'refused', error.detail ?? '')
  return new Unsent(
    error.why === 'aborted' ? 'busy' : error.why,
    '',
    error.why === 'busy' ? error.wait : null,
  )
}

/**
 * Uploads an entry's remaining files one by one, and returns all of its media ids.
 * @throws Unsent
 */
export async function sendWaitingFiles({ files, noteUpload, onProgress }: SendTools): Promise<string[]> {
  const all = await files()
  const ids: string[] = []
  for (const [index, { blob, name, url, sent }] of all.entries()) {
    if (sent) {
      ids.push(parseId(url))
      continue
    }
    let address = url
    const id = await sendFile({
      blob,
      name,
      url,
      signal: new AbortController().signal,
      onUrl: (next) => {
        address = next
        void noteUpload(index, { url: next })
      },
      onProgress: (share) => onProgress((index + share) / all.length),
    }).catch(async (error: SendError) => {
      // The upload URL is no longer valid, so the next attempt starts over.
      if (error.why === 'refused' && error.again) await noteUpload(index, { url: null })
      throw toUnsent(error)
    })
    await noteUpload(index, { url: address, sent: true })
    ids.push(id)
  }
  return ids
}

/** Marks an entry's files as not uploaded, because the server no longer has them. */
export async function forgetSentFiles({ files, noteUpload }: SendTools): Promise<void> {
  for (const index of (await files()).keys()) await noteUpload(index, { url: null, sent: false })
}
