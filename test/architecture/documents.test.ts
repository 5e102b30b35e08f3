import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, read, repositoryFiles } from './files.ts'

/** Files that the recipes of CONTRIBUTING.md make up. */
const EXAMPLE = /\bvisits\b/

test('documents name only commands and files that exist', () => {
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
