import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'

const FOLDER = 'docs/decisions/'
const records = repositoryFiles()
  .filter((path) => path.startsWith(FOLDER) && path !== `${FOLDER}README.md`)
  .map((path) => path.slice(FOLDER.length))
  .sort()
const numbers = records.map((name) => name.slice(0, 4))

test('decision records are numbered without gaps, and have a date and a status', () => {
  expect(records.filter((name) => !/^\d{4}-[a-z0-9-]+\.md$/.test(name))).toEqual([])
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
  const head = /^# [^\n]+\n\n- Date: \d{4}-\d{2}-\d{2}\n- Status: (?:accepted|superseded by (?<by>\d{4}))\n\n/
  const wrong = records.filter((name) => {
    const found = head.exec(read(FOLDER + name))
    return !found || (found.groups?.by && !numbers.includes(found.groups.by))
  })
  expect(wrong).toEqual([])
})

test('the index lists every decision record once, by number, with its title', () => {
  const rows = [
    ...read(`${FOLDER}README.md`).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| ([^|]+) \| [^|]+ \|$/gm),
  ]
  const listed = rows.map(([, number, name, title]) => ({ number, name, title }))
  const readTitle = (name: string) =>
    read(FOLDER + name)
      .split('\n', 1)[0]
      ?.slice(2)
  expect(listed).toEqual(records.map((name) => ({ number: name.slice(0, 4), name, title: readTitle(name) })))
})

test('every mentioned decision record exists', () => {
  const wrong = repositoryFiles()
    .filter((path) => /\.(ts|tsx|mjs|md|css|sql)$|^\.env/.test(path))
    .flatMap((path) => {
      const mentions = path.startsWith(FOLDER)
        ? /(?:decisions\/|\(|`)(\d{4}-[\w-]+\.md)|decisions\/([\w-]+\.md)/g
        : /decisions\/([\w-]+\.md)/g
      return [...read(path).matchAll(mentions)]
        .map(([, name, other]) => name ?? other ?? '')
        .filter((name) => name !== 'README.md' && !records.includes(name))
        .map((name) => `${path}: ${name}`)
    })
  expect(wrong).toEqual([])
})
