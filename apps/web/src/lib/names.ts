/** The names shown for people who gave none, by place. */
export const NAMELESS = {
  poster: 'User',
  card: 'Anonymous User',
  byline: 'Anonymous',
  list: 'This user',
} as const

type Named =
  | { full_name?: string | null | undefined; username?: string | null | undefined }
  | null
  | undefined

/** Full name, else username, else the fallback of this context. */
export const nameOf = (person: Named, nameless: string = NAMELESS.poster): string =>
  person?.full_name?.trim() || person?.username?.trim() || nameless

const firstLetter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The initials of up to two parts of a name, upper case; `U` for nobody. */
export const initialsOf = (person: Named): string => {
  const text = nameOf(person, '')
    .split(/\s+/u)
    .map((label) => firstLetter.segment(label)[Symbol.iterator]().next().value?.segment ?? '')
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  return text.slice(0, 2).join('').toLocaleUpperCase('en') || 'U'
}
