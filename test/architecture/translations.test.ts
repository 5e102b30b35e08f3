import { ERRORS } from '@nollie/contract'
import { LANGUAGE_CODES } from '@nollie/contract/languages'
import { describe, expect, test } from 'vitest'
import {
  type Catalogue,
  readCatalogue,
  buildFunction,
  languages,
  readTexts,
  say,
} from '../../apps/web/vite/texts.ts'
import { findMistakes } from './translation-mistakes.ts'
import { read, repositoryFiles, sources } from './files.ts'
import { calls, listSentences, unmarkedTexts, type Wanted } from './server-sentences.ts'

const english = readCatalogue('en')

function planted(texts: Record<string, unknown>): Catalogue {
  return readTexts(JSON.stringify(texts))
}

function forms(match: Record<string, string>) {
  return [{ declarations: ['input count', 'local plural = count: plural'], selectors: ['plural'], match }]
}

describe('finds mistakes in a catalog', () => {
  const original = planted({
    save: 'Save',
    name: 'About {name}',
    posts: forms({ 'plural=one': '{count} post', 'plural=*': '{count} posts' }),
  })
  const good = { save: 'Sichern', name: 'Über {name}' }
  const posts = forms({ 'plural=one': '{count} Beitrag', 'plural=*': '{count} Beiträge' })

  test.each([
    [{ ...good, posts }, []],
    [{ ...good }, ['posts is missing']],
    [{ ...good, posts, more: 'Mehr' }, ['more is unused']],
    [{ ...good, posts, save: 'Save' }, ['save is English: Save']],
    [{ ...good, posts, name: 'Über {nmae}' }, ['name has {nmae} in place of {name}']],
    [{ ...good, posts, name: 'Über {name} {' }, ['name has a brace or a backslash that is none']],
    [{ ...good, posts, save: '' }, ['save begins or ends with a space, or is empty']],
    [{ ...good, posts, save: 'Die Änderungen jetzt speichern' }, [expect.stringMatching(/^save is 30 wide/)]],
    [{ ...good, posts: '{count} Beiträge' }, ['posts has no plural forms']],
    [{ ...good, posts: forms({ 'plural=*': '{count} Beiträge' }) }, ['posts has no form one']],
    [
      {
        ...good,
        posts: forms({ 'plural=one': '{count} Beitrag', 'plural=few': 'x', 'plural=*': '{count}' }),
      },
      ['posts has a form few, which the language has not'],
    ],
  ])('%j', (texts, mistakes) => {
    expect(findMistakes('de', original, planted(texts))).toEqual(mistakes)
  })

  test('a language needs exactly its own plural forms', () => {
    const japanese = { save: '保存', name: '{name}について', posts: '{count}件の投稿' }
    expect(findMistakes('ja', original, planted(japanese))).toEqual([])
    const polish = { save: 'Zapisz', name: 'O {name}', posts }
    expect(findMistakes('pl', original, planted(polish))).toEqual([
      'posts has no form many',
      'posts has no form few',
    ])
  })
})

describe('the languages that are offered', () => {
  test('are known, and English is first', () => {
    expect(languages()[0]).toBe('en')
    expect(LANGUAGE_CODES).toEqual(expect.arrayContaining(languages()))
  })

  test.each(languages().filter((language) => language !== 'en'))('%s is complete', (language) => {
    expect(findMistakes(language, english, readCatalogue(language))).toEqual([])
  })

  const DISTANCE = /\d\s?(?:k?m|cm|mi|ft)(?![a-z])/i
  test('contain no distances or sizes, because each person has their own units', () => {
    expect('within 300 m of it').toMatch(DISTANCE)
    expect('約1kmの円').toMatch(DISTANCE)
    const found = repositoryFiles()
      .filter((path) => path.startsWith('apps/web/messages/'))
      .flatMap((path) => read(path).split('\n'))
      .filter((line) => DISTANCE.test(line.slice(line.indexOf(':'))))
    expect(found).toEqual([])
  })

  test('have their texts in the same files as English', () => {
    const listFiles = (language: string) =>
      repositoryFiles()
        .filter((path) => path.startsWith(`apps/web/messages/${language}/`))
        .map((path) => path.split('/').at(-1))
    for (const language of languages()) expect(listFiles(language)).toEqual(listFiles('en'))
  })
})

test('every text is used', () => {
  const used = new Set(
    sources()
      .filter((path) => path.startsWith('apps/web/src/'))
      .flatMap((path) => [...read(path).matchAll(/\bm\.(\w+)/g)].map(([, name]) => name)),
  )
  // The build writes it directly into the page.
  used.add('languages_noscript')
  expect([...english.keys()].filter((name) => !used.has(name))).toEqual([])
})

describe('the compiled function of a text', () => {
  const run = (program: string, inputs?: object): unknown =>
    // The build's output is code, so the test runs it.
    // oxlint-disable-next-line typescript/no-implied-eval
    Function('plural', `return ${program}`)((count: number) => new Intl.PluralRules('pl').select(count))(
      inputs,
    )

  test('returns the text, whatever characters it has', () => {
    for (const text of [
      'plain',
      'a `tick`',

      'a \\ and "quotes"',
      "it's",
      'two\nlines',
      '</script>',
    ])
      expect(run(buildFunction(text))).toBe(text)
    expect(run(buildFunction('for ${price}'), { price: 3 })).toBe('for $3')
    expect(run(buildFunction('{a} of {b}: `{a}`'), { a: 1, b: '`${x}' })).toBe('1 of `${x}: `1`')
  })

  test('selects plural forms by the rules of the language', () => {
    const [text] = planted({
      posts: forms({
        'plural=one': '{count} wpis',
        'plural=few': '{count} wpisy',
        'plural=*': '{count} wpisów',
      }),
    }).values()
    if (!text) throw new Error('no text')
    for (const count of [0, 1, 2, 4, 5, 12, 22, 101]) {
      const expected = say('pl', text, { count })
      for (const name of ['plural', 'e', 't', 'n'])
        expect(run(buildFunction(text, name).replaceAll(`${name}(`, 'plural('), { count })).toBe(expected)
    }
  })
})

describe('the sentences of the server', () => {
  const files = sources().filter(
    (path) =>
      /^(?:apps\/server|packages\/(?:contract|legacy-import))\/src\//.test(path) &&
      !/\.test\.ts$|\.d\.ts$/.test(path),
  )
  // Refusals, emails, and push messages take a `Sentence`, which only `say` creates.
  const english = new Set([
    ...files.flatMap((path) => listSentences(read(path))),
    ...Object.values(ERRORS).map(([, sentence]) => sentence),
  ])
  const findPlaceholders = (sentence: string) => (sentence.match(/\{\d+\}/g) ?? []).toSorted()

  test('are found in any position', () => {
    const source = `
      const TOO_MANY = say\`At most \${max} people, and \${say\`late\`}\`
      throw refuse(say\`You cannot.\`, { q: z.string().min(2, issue\`Two letters, please\`) })
      const line = say\`\${name}: \${title}\``
    expect(listSentences(source)).toEqual([
      'At most {0} people, and {1}',
      'late',
      'You cannot.',
      'Two letters, please',
    ])
    expect(english.size).toBeGreaterThan(500)
  })

  test('are created nowhere else, and are untranslated only in texts for developers', () => {
    const allowed = {
      inEnglish: [
        'apps/server/src/modules/media/uploads/uploads.routes.ts',
        'apps/server/src/platform/http/policy.ts',
        'apps/server/src/platform/http/server.ts',
        'apps/server/src/system/metrics.routes.ts',
        'packages/legacy-import/src/import-tables.ts',
      ],
      // Its input was marked when it was created: in the contract, or before it was stored.
      readSentence: [
        'apps/server/src/import/validate-record.ts',
        'apps/server/src/modules/accounts/sign-up/check-sign-up.ts',
        'apps/server/src/modules/media/media.service.ts',
        'apps/server/src/modules/spots/edit/edit-spot.service.ts',
        'apps/server/src/platform/http/errors.ts',
        'apps/server/src/platform/http/refusal.ts',
      ],
    }
    const calling = (name: string) =>
      files.filter((path) => read(path).includes(name) && calls(read(path), name)).toSorted()
    expect({ inEnglish: calling('inEnglish'), readSentence: calling('readSentence') }).toEqual(allowed)
  })

  const ofContract: Wanted = {
    isText: (text) => /\p{L}[,:]? \p{L}/u.test(text),
    isFor: (name) => /^(?:summary|describe|meta|TypeError|GROUPS|ERRORS)$/.test(name),
  }
  const unmarkedInContract = (source: string) => unmarkedTexts(source, 'a.ts', ofContract)

  test('are marked in the contract, because schemas accept any text', () => {
    expect(
      unmarkedInContract("const Line = z.string().min(2, 'Two letters, please').describe('A line of text')"),
    ).toEqual(['Two letters, please'])
    expect(unmarkedInContract("endpoint('GET /api', { summary: 'One spot', policy: 'anyone' })")).toEqual([])
    const unmarked = files
      .filter((path) => path.startsWith('packages/contract/'))
      .flatMap((path) => unmarkedInContract(read(path)).map((text) => `${path}: ${text}`))
    expect(unmarked).toEqual([])
  })

  const sentencesIn = (language: string) =>
    JSON.parse(read(`apps/server/languages/${language}.json`)) as Record<string, string>

  test.each(languages().filter((language) => language !== 'en'))('are complete in %s', (language) => {
    const texts = sentencesIn(language)
    expect(Object.keys(texts).filter((sentence) => !english.has(sentence))).toEqual([])
    expect([...english].filter((sentence) => !Object.hasOwn(texts, sentence))).toEqual([])
  })

  test.each(LANGUAGE_CODES.slice(1))('have the same placeholders in %s', (language) => {
    const texts = sentencesIn(language)
    expect(Object.keys(texts).length).toBeGreaterThan(500)
    for (const [sentence, text] of Object.entries(texts)) {
      expect(findPlaceholders(text), text).toEqual(findPlaceholders(sentence))
      if (!['spot', 'post', 'message', 'discussion'].includes(sentence)) expect(text).not.toBe(sentence)
    }
  })
})

describe('the sentences of the web client', () => {
  const isSentence = (text: string) =>
    /^\p{Lu}[\p{L}’'-]*[:,]? \p{L}|\p{L}{2,}[’']?\p{L}* \p{L}+ \p{L}+/u.test(text)
  const ofClient: Wanted = {
    isText: isSentence,
    // Errors and console messages are for developers; error classes shown to people use messages.
    isFor: (name) => /^(?:Error|DOMException|warn|error|className|rel|d|sandbox|autoComplete)$/.test(name),
  }
  // Commands, font and country names, console lines, language detection terms, and texts that the native app shows, in
  // all languages, before a server is selected.
  const OTHERS =
    /app\/admin-hint\.|features\/(?:accounts\/wallets\/wallets|feed\/operator-hint\/operator-hint-text|map\/engine\/(?:fonts|street-labels)|spots\/deletion\/spot-deletion-toasts|translations\/foreign-language)\.|lib\/places\/country-names\.|native\/texts\.|route-tree\.gen\./

  test('are in the catalogue', () => {
    const source = `toast({ title: 'Not sent', description: \`\${name} is not here\` }); throw new Error('No canvas here')
      ; <p className="a b c">Try again <b aria-label="Close this now" /></p>`
    expect(unmarkedTexts(source, 'a.tsx', ofClient)).toEqual([
      'Not sent',
      '… is not here',
      'Try again',
      'Close this now',
    ])
    const unmarked = sources()
      .filter(
        (path) =>
          path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\.d\.ts$/.test(path) && !OTHERS.test(path),
      )
      .flatMap((path) => unmarkedTexts(read(path), path, ofClient).map((text) => `${path}: ${text}`))
    expect(unmarked).toEqual([])
  })
})
