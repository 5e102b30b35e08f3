/** A file on the server, and its description: null if it was never described, '' if the description was removed. */
type DescribedFile = { media_id: string | null; alt_text?: string | null | undefined }

/** A request body's files. Without `alt_texts`, files retain the descriptions they have. */
export type FileFields = { media_ids: string[]; alt_texts?: (string | null)[] }

/** Builds a request body's files, in order. Leaves out files that aren't on the server. */
export function toFileFields(files: readonly DescribedFile[]): FileFields {
  const sent = files.flatMap(({ media_id, alt_text = null }) => (media_id ? [{ media_id, alt_text }] : []))
  const media_ids = sent.map(({ media_id }) => media_id)
  const alt_texts = sent.map(({ alt_text }) => alt_text)
  return alt_texts.some((text) => text !== null) ? { media_ids, alt_texts } : { media_ids }
}

/** Appends files to others. */
export function joinFileFields(first: FileFields, second: FileFields): FileFields {
  const all = [first, second].flatMap(({ media_ids, alt_texts = [] }) =>
    media_ids.map((media_id, index) => ({ media_id, alt_text: alt_texts[index] ?? null })),
  )
  return toFileFields(all)
}
