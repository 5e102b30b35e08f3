import { sql } from 'kysely'
import { format } from 'sql-formatter'
import { openDatabase } from '../../src/db/open.ts'

const WIDTH = 110

/** Matches a clause on its own line, followed by a single line that could go next to it. */
const LONE =
  /^( *)(select|from|where|with|set|values|having|limit|offset|returning|group by|order by|insert into)\n\1 {2}(\S.*)(?=\n(?!\1 {2})|$)/gm
/** Matches `select from`, which selects no columns. */
const EMPTY_SELECT = /^( *)select\n\1from /gm
/** Matches a `json_build_object` key on the line before its value. */
const KEY = /^( *)('\w+',)\n\1(?=\S)/gm
/** Matches a line that ends in a parenthesis, the lines inside, and the closing parenthesis. */
const PARENTHESES = /^(.*\()\n((?:[^\n]*[^(\n]\n)+?) *(\).*)$/gm

function isBalanced(text: string) {
  return text.split('(').length === text.split(')').length
}

function joined(all: string, before: string, inside: string, after: string): string {
  const line = `${before}${inside.trim().replaceAll(/\n */g, ' ')}${after}`
  return line.length <= WIDTH && isBalanced(inside) ? line : all
}

function formatted(text: string): string {
  let before = ''
  let now = format(text, { language: 'postgresql', keywordCase: 'lower', expressionWidth: WIDTH })
  while (now !== before) {
    before = now
    now = now
      .replaceAll(LONE, '$1$2 $3')
      .replaceAll(EMPTY_SELECT, '$1select from ')
      .replaceAll(KEY, '$1$2 ')
      .replaceAll(PARENTHESES, joined)
  }
  return now
}

/** Matches the comment at the start of a prepared statement, which contains its name. */
const MARK = /^\/\* prepared: (\w+)_[0-9a-f]{8} \*\/ /

/** Returns a prepared statement's name, or undefined if the statement isn't prepared. */
export function preparedName(text: string): string | undefined {
  return MARK.exec(text)?.[1]
}

/** Returns the line where a parameter is first used. */
function findUse(lines: readonly string[], n: number): string {
  return lines.find((line) => new RegExp(`\\$${n}(?!\\d)`).test(line))?.trim() ?? 'not used'
}

/** Makes statements readable: formats them, and lists each parameter's type and first use. */
export function queryReader(url: string) {
  const db = openDatabase(url, { max: 1 })
  const findTypes = async (text: string): Promise<string[]> => {
    await sql.raw(`prepare a_query as ${text}`).execute(db)
    const { rows } = await sql<{ types: string[] }>`
      select parameter_types::text[] as types from pg_prepared_statements where name = 'a_query'`.execute(db)
    await sql`deallocate a_query`.execute(db)
    return rows[0]?.types ?? []
  }
  return {
    read: async (text: string): Promise<string> => {
      const lines = formatted(text).split('\n')
      const types = await findTypes(text)
      return [...types.map((type, i) => `-- $${i + 1} ${type}: ${findUse(lines, i + 1)}`), ...lines].join(
        '\n',
      )
    },
    close: () => db.destroy(),
  }
}
