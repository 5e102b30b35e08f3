import { describe, expect, test } from 'vitest'
import { readCatalogue, wordings } from '../../apps/web/vite/texts.ts'
import { read, repositoryFiles } from './files.ts'
import { listComments, listSummaries, listTitles } from './prose-in-code.ts'
import { countWords, findLongSentences, findPhrases, listParagraphs, PHRASES, WORDS } from './prose.ts'

const MOST_WORDS_OF_SENTENCE = 30
const MOST_WORDS_OF_RECORD = 300

/** The page that lists the phrases, and the files that test for them. */
const ABOUT_PROSE = /^docs\/voice\.md$|^test\/architecture\/prose(?:-in-code)?(?:\.test)?\.ts$/
const files = repositoryFiles().filter((path) => !ABOUT_PROSE.test(path))

function isLongRecord(text: string): boolean {
  return countWords(text) > MOST_WORDS_OF_RECORD
}

// A phrase in a comment may continue on the next line, after a comment marker.
const ANY_PHRASE = new RegExp(
  PHRASES.map(({ phrase }) => phrase.source.replaceAll(' ', '[\\s*/-]+')).join('|'),
  'i',
)

/** Finds phrases in comments and titles. Parses only files that contain a phrase anywhere. */
function findPhrasesInCode(path: string, source: string): string[] {
  if (!ANY_PHRASE.test(source)) return []
  const titles = /\.(?:test|spec)\.tsx?$/.test(path) ? listTitles(source) : []
  return [...listComments(path, source), ...titles]
    .filter((text) => ANY_PHRASE.test(text))
    .flatMap((text) => findPhrases(text))
}

describe('the rules fire', () => {
  test.for([
    [
      'phrases',
      PHRASES,
      [
        'Whoever asks gets it.',
        'Nobody sees it.',
        'Locks both rows at once.',
        'The post is gone.',
        'The comment stands in the list.',
        'Counts anew.',
        'Mends the index.',
        'A deed of a moderator.',
        'The list goes on.',
        'Deletes what hangs on it.',
        'Its name is that of the spot.',
        'Skips it, for it is too large.',
        'Spots that changed lately.',
        'Returns the text as it is.',
        'Opens a connection of its own.',
        'The client is told.',
        'Judges a record.',
      ],
    ],
    [
      'words',
      WORDS,
      [
        'Add a picture',
        'Add a clip',
        'Check your mail',
        'Please log in',
        'Register now',
        'Two users follow you',
        'Take your vote away',
        'Drop this spot',
        'Suppress this post',
        'Press the button',
        'Trust this new machine',
        'Copy the URL',
        'Ask a superuser',
        'Spot saved successfully',
        'The spot was not saved',
      ],
    ],
  ] as const)('each of the %s once', ([, rules, planted]) => {
    expect(planted.map((text) => findPhrases(text, rules).length)).toEqual(planted.map(() => 1))
    expect(rules.filter((rule) => !planted.some((text) => findPhrases(text, [rule]).length > 0))).toEqual([])
  })

  test.for([
    'Stands for any character. The pin goes on the map.',
    'Answers 410 Gone. Mark it as gone. This spot is gone.',
    'Prints the line as it is read. Compares the paths of its own files.',
  ])('not in %s', (text) => expect(findPhrases(text)).toEqual([]))

  test.for([
    ['a.ts', '// A row that nobody\n// reads.\nconst stands = "at once" // `gone`', 1],
    ['a.tsx', '/** Runs at\n * once. Throws GONE. */\nconst a = <b title="gone">Counts anew</b>', 1],
    ['a.css', '.gone { color: red } /* Stands aside. */', 2],
    ['a.sql', "-- Counted\n-- anew.\nselect 'gone';\ncomment on table a is 'What nobody''s read';", 2],
    ['a.test.ts', "test('nobody reads it', () => {})\nit.each([1])('stands: %s', () => log('gone'))", 2],
  ] as const)('in comments and titles of %s, and nowhere else', ([path, source, count]) => {
    expect(findPhrasesInCode(path, source)).toHaveLength(count)
  })

  test('for long sentences, with lists, tables, code, and links read as people read them', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
    expect(findLongSentences(`A ${words(29)}. ${words(30)}\n\n## ${words(20)}\n${words(20)}`, 30)).toEqual([])
    expect(findLongSentences(`A ${words(15)}\n${words(15)}.`, 30)).toHaveLength(1)
    expect(
      findLongSentences(`- ${words(20)}\n- ${words(20)}\n\n| ${words(20)} | ${words(20)} |`, 30),
    ).toEqual([])
    expect(
      findLongSentences(`\`${words(40)}\` [${words(10)}](a.md)\n\`\`\`\n${words(40)}\n\`\`\``, 30),
    ).toEqual([])
  })

  test('for long records', () => {
    expect([300, 301].map((count) => isLongRecord('word '.repeat(count)))).toEqual([false, true])
  })
})

describe('screens, emails, and errors', () => {
  /** Strings in the specification must not change. */
  const specified = new Set([...read('docs/requirements.md').matchAll(/`([^`]+)`/g)].map(([, text]) => text))
  // translations.test.ts checks that every language has all sentences in the server and in errors.ts.
  const sentences = Object.keys(JSON.parse(read('apps/server/languages/de.json')))
  const texts = [...[...readCatalogue('en').values()].flatMap(wordings), ...sentences]

  test('use the words of docs/voice.md', () => {
    expect(texts.length).toBeGreaterThan(2_000)
    const found = texts
      .filter((text) => !specified.has(text))
      .flatMap((text) => findPhrases(text.replaceAll(/\{\w+\}/g, '…'), [...PHRASES, ...WORDS]))
    expect(found).toEqual([])
  })
})

describe('summaries of API operations', () => {
  const summaries = files
    .filter((path) => path.startsWith('packages/contract/src/'))
    .flatMap((path) => listSummaries(read(path)).map((text) => ({ path, text })))

  test('are found in a source file', () => {
    expect(listSummaries("{ summary: 'Add a spot', policy: 'own' }, { summary:\n 'Can\\'t wait' }")).toEqual([
      'Add a spot',
      "Can't wait",
    ])
    expect(summaries.length).toBeGreaterThan(300)
  })

  test(`use the words of docs/voice.md, in sentences of at most ${MOST_WORDS_OF_SENTENCE} words`, () => {
    const found = summaries.flatMap(({ path, text }) =>
      [...findPhrases(text, [...PHRASES, ...WORDS]), ...findLongSentences(text, MOST_WORDS_OF_SENTENCE)].map(
        (what) => `${path}: ${what}`,
      ),
    )
    expect(found).toEqual([])
  })
})

describe('pages', () => {
  const pages = files.filter((path) => path.endsWith('.md'))

  test('contain no phrase to replace', () => {
    const found = pages.flatMap((path) =>
      listParagraphs(read(path)).flatMap((text) => findPhrases(text).map((phrase) => `${path}: ${phrase}`)),
    )
    expect(found).toEqual([])
  })

  test(`have sentences of at most ${MOST_WORDS_OF_SENTENCE} words`, () => {
    const found = pages.flatMap((path) =>
      findLongSentences(read(path), MOST_WORDS_OF_SENTENCE).map((sentence) => `${path}: ${sentence}`),
    )
    expect(found).toEqual([])
  })

  test(`of decisions have at most ${MOST_WORDS_OF_RECORD} words`, () => {
    const records = pages.filter((path) => /^docs\/decisions\/\d/.test(path))
    expect(records.length).toBeGreaterThan(50)
    expect(records.filter((path) => isLongRecord(read(path)))).toEqual([])
  })
})

test('comments and test titles contain no phrase to replace', () => {
  const found = files
    .filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file))
    .flatMap((path) => findPhrasesInCode(path, read(path)).map((phrase) => `${path}: ${phrase}`))
  expect(found).toEqual([])
})
