import { expect, test } from 'vitest'
import { isolateWritten } from '../../apps/web/vite/build-language.ts'
import { withTexts } from '../../apps/web/vite/marks.ts'
import {
  buildFunction,
  isWritten,
  listCalls,
  placeholders,
  readCatalogue,
  readTexts,
  type Text,
  wordings,
} from '../../apps/web/vite/texts.ts'

const texts = readTexts(
  JSON.stringify({
    ask: 'Delete {name}?',
    plain: 'Save',
    size: 'Up to {size}',
    more: [
      {
        declarations: ['input count', 'local plural = count: plural'],
        selectors: ['plural'],
        match: { 'plural=one': '{spot} and {count} more', 'plural=*': '{count} more than {spot}' },
      },
    ],
  }),
)

function getPlanted(name: string): Text {
  const text = texts.get(name)
  if (text === undefined) throw new Error(`no text ${name}`)
  return text
}

/** Runs a compiled message, with brackets around text that it isolates. */
function run(program: string, inputs: object): unknown {
  // The build's output is code, so the test runs it.
  // oxlint-disable-next-line typescript/no-implied-eval
  return Function(
    'p',
    'i',
    `return ${program}`,
  )(
    (count: number) => (count === 1 ? 'one' : 'other'),
    (text: string) => `<${text}>`,
  )(inputs)
}

test('a compiled message isolates text that people write, in all its forms', () => {
  expect(run(buildFunction(getPlanted('ask'), '0', 'i'), { name: 'Ada' })).toBe('Delete <Ada>?')
  expect(run(buildFunction(getPlanted('size'), '0', 'i'), { size: '5 MB' })).toBe('Up to 5 MB')
  const more = buildFunction(getPlanted('more'), 'p', 'i')
  expect([1, 4].map((count) => run(more, { count, spot: 'Hubba' }))).toEqual([
    '<Hubba> and 1 more',
    '4 more than <Hubba>',
  ])
})

test.for(['e', 't', 'n', 'r'])('the function that isolates may have the name %s', (name) => {
  const program = buildFunction(getPlanted('more'), 'p', name)
  // oxlint-disable-next-line typescript/no-implied-eval
  const made: unknown = Function(
    'p',
    name,
    `return ${program}`,
  )(
    () => 'other',
    (text: string) => `<${text}>`,
  )({ count: 2, spot: 'Hubba' })
  expect(made).toBe('2 more than <Hubba>')
})

test('the bundle passes each message the functions that it calls', () => {
  const calls = ['ask', 'plain', 'size', 'more'].map((name) => listCalls([undefined, getPlanted(name)]))
  expect(calls).toEqual([
    { plural: false, isolate: true },
    { plural: false, isolate: false },
    { plural: false, isolate: false },
    { plural: true, isolate: true },
  ])
  const code = 'a=nollieText("ask.x-1",0,$i),b=nollieText(`plain.y`),c=nollieText(`more.z`,p,$i)'
  expect(withTexts(code, getPlanted)).toBe(
    'a=e=>`Delete ${$i(e.name)}?`,b=()=>`Save`,c=e=>p(e.count)===`one`?`${$i(e.spot)} and ${e.count} more`:`${e.count} more than ${$i(e.spot)}`',
  )
})

test('the development server isolates the same text', () => {
  expect(isolateWritten('(`${i?.name}: ${i?.size}`)')).toBe(
    "import { isolateText } from '../../../lib/text/isolate-text.ts'\n(`${isolateText(i?.name)}: ${i?.size}`)",
  )
  expect(isolateWritten('(`${i?.size}`)')).toBe('(`${i?.size}`)')
})

/** Placeholders for our own words, numbers, dates, addresses, and lists of names that are already isolated. */
const OURS = new Set(
  `
  action after ago agreeing all answer at attribution audience before browser busy bytes category certainty
  chain chance clicks comments contact count date day days deck detail distance done email error export first
  free grace height here host hour hours id idle item key kind language last latitude length licence license
  likes link longest longitude max media min minutes months n names needed number os outcome percent phone
  photos position precision privacy reserved restore second server settings share shown site size state step
  subject target terms time to total unit until used username videos views when why x y
  `.match(/\w+/g),
)

test('every placeholder either is for text that people write, or is known not to be', () => {
  const all = [...readCatalogue('en').values()].flatMap(wordings).flatMap(placeholders)
  const others = [...new Set(all)].filter((name) => !isWritten(name))
  expect(others.filter((name) => !OURS.has(name))).toEqual([])
})
