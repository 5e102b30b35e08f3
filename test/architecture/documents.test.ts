import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseParagraphs } from '../../scripts/lib/changesets.mjs'
import { ROOT, read, repositoryFiles } from './files.ts'

/** Example files in the recipes in CONTRIBUTING.md, which don't exist. */
const EXAMPLE = /\bvisits\b/

test('documents name only existing commands and files', () => {
  const readScripts = (folder: string): string[] => {
    const file = join(ROOT, folder, 'package.json')
    if (existsSync(file)) return Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {})
    return folder === '.' ? [] : readScripts(dirname(folder))
  }
  const wrong: string[] = []
  const files = repositoryFiles()
  for (const path of files.filter((name) => name.endsWith('.md'))) {
    const text = read(path)
    const commands = /\bnpm (?:run ([\w:-]+)|(start|test)\b)(?: -w ([\w/-]+))?/g
    for (const [command, run, plain, workspace] of text.matchAll(commands)) {
      if (!readScripts(workspace ?? dirname(path)).includes(run ?? plain ?? ''))
        wrong.push(`${path}: ${command}`)
    }
    for (const [, name = ''] of text.matchAll(/`((?:[\w@-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|sql|css))`/g)) {
      if (!EXAMPLE.test(name) && !files.some((file) => file === name || file.endsWith(`/${name}`)))
        wrong.push(`${path}: ${name}`)
    }
    for (const [, link] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      if (!existsSync(join(ROOT, dirname(path), link ?? ''))) wrong.push(`${path}: ${link}`)
    }
  }
  expect(wrong).toEqual([])
})

/** Finds a changeset's errors: packages outside the release, and paragraphs without a kind. */
function findChangesetErrors(text: string): string[] {
  const [, header = '', summary = ''] = text.split(/^---$/m)
  const packages = [...header.matchAll(/^["']?([^"':\n]+)["']?: (?:major|minor|patch)$/gm)].map(
    ([, name]) => name,
  )
  return [
    ...(packages.length === 0 ? ['no package'] : []),
    ...packages
      .filter((name) => !/^@nollie\/(?:web|server|contract)$/.test(name ?? ''))
      .map((name) => `${name}`),
    ...parseParagraphs(summary).flatMap(({ kind }) => (kind ? [] : ['a paragraph without a kind'])),
  ]
}

test('a changeset with an unknown package or without a kind is found', () => {
  expect(findChangesetErrors("---\n'@nollie/web': patch\n---\n\nFixed: a typo.\n")).toEqual([])
  expect(findChangesetErrors('---\n"nollie": patch\n---\n\nA typo.\n')).toEqual([
    'nollie',
    'a paragraph without a kind',
  ])
})

test('every changeset names parts of the release and the kind of its change', () => {
  const wrong = repositoryFiles()
    .filter((path) => /^\.changeset\/.+\.md$/.test(path) && !path.endsWith('README.md'))
    .flatMap((path) => findChangesetErrors(read(path)).map((error) => `${path}: ${error}`))
  expect(wrong).toEqual([])
})
