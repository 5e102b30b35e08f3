import type { MemberLicense } from '@nollie/contract'

/** A record from which a spot was imported. */
export type RecordSource = {
  name: string
  id: string
  license: string
  url: string | null
  /** When the record was last read; null if it was imported before we stored that. */
  date: string | null
}

/** Where a spot's data comes from. */
export type Origin = {
  sources: readonly RecordSource[]
  /** The fields that members changed. */
  edited: readonly string[]
}

const ODBL = 'ODbL-1.0'

function isOdbl(license: string): boolean {
  return /\bodbl\b|open (?:data ?commons open )?database licen[cs]e/i.test(license)
}

/**
 * Returns the license under which a spot's data can be redistributed; null if there is none.
 *
 * A database derived from one under the ODbL is also under the ODbL, including members' changes (ODbL 4.4), so these
 * spots don't depend on the operator's choice. Members' changes to other records, and spots that members added, are
 * under the license that the operator chose for members' data.
 */
export function chooseLicense({ sources, edited }: Origin, members: MemberLicense | null): string | null {
  if (sources.some(({ license }) => isOdbl(license))) return ODBL
  const own = [...new Set(sources.map(({ license }) => license))]
  if (own.length > 0 && edited.length === 0) return own.join(' AND ')
  return members && [...own, ...(own.includes(members) ? [] : [members])].join(' AND ')
}
