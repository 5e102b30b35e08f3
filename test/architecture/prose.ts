/** A phrase to replace, what to write instead, and the correct uses, each with a reason. */
export type Rule = {
  readonly phrase: RegExp
  readonly instead: string
  readonly except?: readonly (readonly [use: RegExp, reason: string])[]
}

const SPOT_GONE =
  /^gone$|\b(?:including|marks?|marked|mark (?:it|them|spots?) as|as|reports? (?:it|them)|reported) gone\b|(?:\bspot|…) is gone\b|\bit’s gone\b/gi

/** Phrases from docs/voice.md that no text may use, on screen or in the repository. */
export const PHRASES: readonly Rule[] = [
  { phrase: /\b(?:whoever|whomever)\b/gi, instead: 'people who, anyone who' },
  { phrase: /\b(?:some|no|every|any)body\b/gi, instead: 'someone, no one, everyone, anyone' },
  { phrase: /\bat once\b/gi, instead: 'immediately, at the same time' },
  {
    phrase: /\bgone\b(?! on)/gi,
    instead: 'deleted, removed, closed',
    except: [
      [/\b410 gone\b/gi, 'the HTTP status'],
      [SPOT_GONE, 'the condition Gone of a spot'],
    ],
  },
  {
    phrase: /\bstands\b/gi,
    instead: 'is, has, is listed',
    except: [
      [/\bstands (?:in )?for\b/gi, 'means or replaces'],
      [/\bstands (?:out|still)\b/gi, 'is noticeable, or does not move'],
    ],
  },
  { phrase: /\banew\b/gi, instead: 'again' },
  { phrase: /\bmend(?:s|ed|ing)?\b/gi, instead: 'fix' },
  { phrase: /\bdeeds?\b/gi, instead: 'action' },
  {
    phrase: /\b(?:go(?:es|ing|ne)?|went) on\b/gi,
    instead: 'continue',
    except: [[/\bgo(?:es)? on (?:an?|the|its|top)\b/gi, 'where something is put']],
  },
  {
    phrase: /\bhang(?:s|ing)? on (?:it|them|this|that|an?|the)\b/gi,
    instead: 'comments of, content of',
    except: [[/\bhang on the (?:network|disk|lock|line)\b/gi, 'waits without end']],
  },
  { phrase: /\bth(?:at|ose) of\b/gi, instead: 'the noun again' },
  {
    phrase:
      /[,;:] for (?:it|they|he|she|we|there|nothing|no one|each|every|this|that|these|those) (?:is|are|was|were|has|have|had|can|could|may|must|would|does|do|did)\b/gi,
    instead: 'because',
  },
  {
    phrase: /\b(?:lately|likewise|aside)\b/gi,
    instead: 'recently, also, apart',
    except: [[/<aside>/g, 'the element']],
  },
  {
    phrase: /\bas it is\b/gi,
    instead: 'unchanged, or another sentence',
    except: [[/\bas it is \w*(?:ed|en|wn|ade|ent|ing|read)\b/gi, 'a passive or progressive verb follows']],
  },
  {
    phrase: /\bof its own\b/gi,
    instead: 'its own, a separate',
    except: [
      [
        /\bof its own (?!(?:and|are|at|but|by|each|for|from|in|is|of|on|or|so|to|unless|when|which|with)\b)\w+/gi,
        'a noun follows',
      ],
    ],
  },
  { phrase: /\b(?:is|are|was|were) (?:had|told|asked)\b/gi, instead: 'an active verb' },
  { phrase: /\b(?:judg(?:e[sd]?|ing)|reckon(?:s|ed|ing)?)\b/gi, instead: 'check, compute' },
]

/** Words to replace on screens, in emails, and in errors, where each thing has a single name. */
export const WORDS: readonly Rule[] = [
  {
    phrase: /\bpictures?\b/gi,
    instead: 'photo',
    except: [[/\bprofile pictures?\b/gi, 'a term of the specification']],
  },
  { phrase: /\bclips?\b/gi, instead: 'video' },
  {
    phrase: /\be?-?mails?\b(?<!\bemails?)/gi,
    instead: 'email',
    except: [[/\bmail (?:server|provider)\b/gi, 'the term of the trade']],
  },
  { phrase: /\blog(?:ged|ging)?[ -](?:in|out)\b/gi, instead: 'sign in, sign out' },
  { phrase: /\bregister(?:s|ed|ing)?\b/gi, instead: 'sign up' },
  {
    phrase: /\busers?\b/gi,
    instead: 'people, member, visitor',
    except: [[/\b(?:found …\+? users?|report user|no user id)\b/gi, 'forms of strings in the specification']],
  },
  { phrase: /\bt(?:ake|akes|aken|ook)\b(?: \S+){0,3} away\b/gi, instead: 'delete' },
  {
    phrase: /\bdrop(?:s|ped|ping)?\b/gi,
    instead: 'delete',
    except: [
      [/\bquick drops?\b/gi, 'a feature'],
      [/\bdrop (?:it|them|files) here\b/gi, 'drag and drop'],
    ],
  },
  { phrase: /\bsuppress(?:es|ed|ing)?\b|\bban(?:s|ned|ning)?\b/gi, instead: 'hide, block' },
  {
    phrase: /\bpress(?:es|ed|ing)?\b/gi,
    instead: 'select, or the verb itself',
    except: [[/\bpress (?:Enter|Escape|Space|Tab)\b/gi, 'a key']],
  },
  {
    phrase: /\bmachines?\b/gi,
    instead: 'device',
    except: [[/\bthis machine\b/gi, 'the computer of an operator, in warnings for the operator']],
  },
  {
    phrase: /\bURLs?\b/gi,
    instead: 'link',
    except: [[/\bphoto URL\b/gi, 'a string of the specification']],
  },
  { phrase: /\bsuper-?users?\b/gi, instead: 'admin, operator' },
  { phrase: /\bsuccess(?:ful|fully)\b/gi, instead: 'Spot saved' },
  { phrase: /\b(?:did|could) not\b|\b(?:was|were) not \w+ed\b/gi, instead: 'Couldn’t save the spot.' },
]

/** Finds phrases to replace; each result has the phrase, what to write instead, and the words around it. */
export function findPhrases(text: string, rules: readonly Rule[] = PHRASES): string[] {
  return rules.flatMap(({ phrase, instead, except = [] }) => {
    const rest = except.reduce((left, [use]) => left.replaceAll(use, '…'), text)
    return [...rest.matchAll(phrase)].map(({ 0: found, index }) => {
      const around = rest.slice(Math.max(0, index - 30), index + found.length + 30).trim()
      return `${found} (write: ${instead}): ${around}`
    })
  })
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/
const CODE_BLOCK = /^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1.*$/gm
const END_OF_SENTENCE = /(?<=(?<!\be\.g|\bi\.e|\bvs)[.!?]["”’)*_]*)\s+/

/** Returns a Markdown page without code blocks and HTML. A code span becomes one word, and a link becomes its text. */
function stripMarkdown(markdown: string): string {
  return markdown
    .replace(FRONT_MATTER, '')
    .replaceAll(CODE_BLOCK, '\n')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>\n]*>/g, '')
}

/** Lists a Markdown page's paragraphs, including headings, list items, and parts of table cells. */
export function listParagraphs(markdown: string): string[] {
  const paragraphs = ['']
  for (const line of stripMarkdown(markdown).split('\n')) {
    const item = /^\s*(?:[-*+]|\d+\.)\s+(?<text>.*)/.exec(line)?.groups?.text
    if (line.trim() === '') paragraphs.push('')
    else if (/^\s*\|/.test(line)) paragraphs.push(...line.split(/(?<!\\)\||; /), '')
    else if (line.startsWith('#')) paragraphs.push(line.replace(/^#+/, ''), '')
    else if (item === undefined) paragraphs.push(`${paragraphs.pop()} ${line.trim()}`)
    else paragraphs.push(item.replace(/^\*\*[A-Z]+-?\d+\*\*/, ''))
  }
  return paragraphs.map((paragraph) => paragraph.trim()).filter(Boolean)
}

/** Counts words, which contain at least one letter or digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
}

/** Finds the sentences on a Markdown page that have more words than allowed. */
export function findLongSentences(markdown: string, most: number): string[] {
  return listParagraphs(markdown)
    .flatMap((paragraph) => paragraph.split(END_OF_SENTENCE))
    .filter((sentence) => countWords(sentence) > most)
    .map((sentence) => `${countWords(sentence)} words: ${sentence}`)
}
