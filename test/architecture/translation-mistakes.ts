import { type Catalogue, OTHER, placeholders, type Text, wordings } from '../../apps/web/vite/texts.ts'

/** Texts that are identical to English, by language; `*` means all languages. */
export const SAME: Readonly<Record<string, readonly string[]>> = {
  '*': [
    'Nollie',
    '© 2024 Nollie',
    'OpenStreetMap',
    'Google Maps',
    'WhatsApp',
    'Instagram',
    'Node',
    '{attribution}, GeoNames, Natural Earth',
    '{count} m',
    '{count} km',
    'Passkeys',
    'Admin',
    'Spam',
    'Zoom',
    'ALT',
    // Skateboarding terms.
    'Spot',
    'Spots',
    'Post',
    'Posts',
    'Skatepark',
    'Bank',
    'Bowl',
    'DIY',
    'Gap',
    'Ledges',
    'Park',
    'Plaza',
    'Quarter',
    'Rails',
    'Street',
    'Vert',
    'Ledge',
    'Rail',
    'Hubba',
    'Kicker',
    'Wallride',
    'Nose',
    'Tail',
    'Manual pad',
    'Pole jam',
    'Quarter pipe',
    'Obstacle',
    'Obstacles',
    'Material',
  ],
  de: [
    'Crews',
    'Code',
    'Community',
    'Like',
    'Likes',
    'Link',
    'Moderation',
    'Name',
    'Schema',
    'Server',
    'Stewards',
    'System',
    'Text',
    'Video',
    'Video: {title}',
    'Video: {name}',
    'Asphalt',
    '{what} in cm',
  ],
  es: ['Crews', 'Bio', 'Error', 'General', 'Metal', 'No', 'post'],
  fr: [
    'Bio',
    'Code',
    'Conversations',
    'Crews',
    'Description',
    'Discussion',
    'Discussions',
    'Imports',
    'Invitations',
    'Mentions',
    'Message',
    'Messages',
    'Note',
    'Notifications',
    'Photo',
    'Skate spots',
    'Stop',
    'Suggestions',
    'Versions',
    'photo',
    '{title}, photo',
    'Long',
    'Possible',
  ],
  ja: ['you@example.com'],
  'pt-BR': ['Crews', 'Backups', 'Bio', 'Link', 'Metal'],
}

const LETTER = /\p{L}/u

function hasLetters(text: string) {
  return LETTER.test(text.replace(/\{\w+\}|https?:\S+/g, ''))
}

/** Measures a text's width in Latin letters; other letters count double. */
function measureWidth(text: string): number {
  return Array.from(text.replace(/\{\w+\}/g, ''), (sign) => sign).reduce(
    (width, sign) => width + (/[\u2e80-\uffef]/u.test(sign) ? 2 : 1),
    0,
  )
}

/** Wider texts wrap anyway. */
const LINE = 60
/** Returns the width that the pseudo-language tests on screens, with more for short labels. */
function roomFor(english: string): number {
  const width = measureWidth(english)
  return Math.ceil(width * 1.4) + (width <= 20 ? 12 : 16)
}

/** Lists the plural forms of whole numbers up to a thousand in a language, besides `other`. */
function formsIn(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const forms = new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)))
  return [...forms].filter((form) => form !== 'other')
}

function joinPlaceholders(text: Text): string {
  return [...new Set(wordings(text).flatMap(placeholders))].toSorted().join(', ')
}

function formMistakes(language: string, english: Text, text: Text): string[] {
  if (typeof text === 'string')
    return typeof english === 'string' || formsIn(language).length === 0 ? [] : ['has no plural forms']
  const wanted = formsIn(language)
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[]
  const given = [...text.arms.keys()]
  return [
    ...wanted.filter((form) => !given.includes(form)).map((form) => `has no form ${form}`),
    ...given
      .filter((form) => form !== OTHER && !known.includes(form))
      .map((form) => `has a form ${form}, which the language has not`),
    ...(given.at(-1) === OTHER ? [] : ['does not end with the form for all others']),
  ]
}

function textMistakes(language: string, english: Text, text: Text): string[] {
  const same = new Set([...(SAME['*'] ?? []), ...(SAME[language] ?? [])])
  const mistakes = formMistakes(language, english, text)
  if (joinPlaceholders(english) !== joinPlaceholders(text))
    mistakes.push(`has {${joinPlaceholders(text)}} in place of {${joinPlaceholders(english)}}`)
  for (const words of wordings(text)) {
    if (/[{}\\]/.test(words.replace(/\{\w+\}/g, ''))) mistakes.push('has a brace or a backslash that is none')
    if (words.trim() !== words || words === '') mistakes.push('begins or ends with a space, or is empty')
  }
  if (typeof english !== 'string' || typeof text !== 'string') return mistakes
  if (english === text && hasLetters(english) && !same.has(english)) mistakes.push(`is English: ${english}`)
  const [width, room] = [measureWidth(text), roomFor(english)]
  if (width > room && width <= LINE) mistakes.push(`is ${width} wide, and has room for ${room}: ${text}`)
  return mistakes
}

/** Lists the mistakes in a language's texts. */
export function findMistakes(language: string, english: Catalogue, texts: Catalogue): string[] {
  return [
    ...[...english.keys()].filter((name) => !texts.has(name)).map((name) => `${name} is missing`),
    ...[...texts].flatMap(([name, text]) => {
      const original = english.get(name)
      // Each language names itself.
      if (name === 'languages_code') return text === language ? [] : [`${name} is not ${language}`]
      return original === undefined
        ? [`${name} is unused`]
        : textMistakes(language, original, text).map((mistake) => `${name} ${mistake}`)
    }),
  ]
}
