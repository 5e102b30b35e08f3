import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const SRC = 'apps/web/src/'

function files(end: string) {
  return repositoryFiles().filter((path) => path.startsWith(SRC) && path.endsWith(end))
}

/** Fields with user-written texts, in any script. */
const WRITTEN =
  /<([a-z]\w*)((?:\s[^<>]*?)?)>\s*\{((?:[\w?]+\??\.)+(?:description|bio|content|words|note|fee_note)|bio)\}\s*<\/\1>/g
/** Our own texts in fields with such names. */
const OURS = new Set(['text.description'])

function textsWithoutDirection(source: string): string[] {
  return [...source.matchAll(WRITTEN)].flatMap(([, tag, attributes = '', field = '']) =>
    tag === 'bdi' || /\sdir=/.test(attributes) || OURS.has(field) ? [] : [field],
  )
}

test.for([
  ['<p className={styles.a}>{spot.description}</p>', 'spot.description'],
  ['<span>{bio}</span>', 'bio'],
  ['<dd className={a}>\n  {list?.note}\n</dd>', 'list?.note'],
  ['<h2 id={id} className={a}>{item.post.content}</h2>', 'item.post.content'],
] as const)('finds a text without a direction: %s', ([source, field]) => {
  expect(textsWithoutDirection(source)).toEqual([field])
})

test('user-written texts have the direction of their script', () => {
  expect(textsWithoutDirection('<p dir="auto">{spot.description}</p><bdi>{bio}</bdi>')).toEqual([])
  const found = files('.tsx').flatMap((path) =>
    textsWithoutDirection(read(path)).map((field) => `${path}: ${field}`),
  )
  expect(found).toEqual([])
})

/** Only digits, which have no marks above or below. */
const FIGURES = new Set(['profiles/profiles.module.css: .stats b'])

function rulesThatCut(sheet: string): { selector: string; body: string }[] {
  return [...sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
    ([, selector = '', body = '']) =>
      /line-clamp|text-overflow/.test(body) && body.includes('overflow: hidden')
        ? [{ selector: selector.trim(), body }]
        : [],
  )
}

test('truncated texts have room for marks above and below their letters', () => {
  expect(
    rulesThatCut('.a { overflow: hidden; text-overflow: ellipsis } .b { overflow: hidden }'),
  ).toHaveLength(1)
  const found = files('.module.css').flatMap((path) =>
    rulesThatCut(read(path))
      .filter(({ body }) => !body.includes('padding-block: var(--mark-room)'))
      .map(
        ({ selector }) => `${path.slice(path.indexOf('/src/') + 5).replace('features/', '')}: ${selector}`,
      ),
  )
  expect(found.filter((rule) => !FIGURES.has(rule))).toEqual([])
})
