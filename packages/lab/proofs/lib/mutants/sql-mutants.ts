/** A function of the database with one of its conditions removed. */
export type SqlMutant = Readonly<{
  name: string
  line: number
  /** The removed condition, in one line. */
  what: string
  /** The statement that replaces the function. */
  statement: string
}>

const FUNCTION = /^create function (\w+)\([^]*?\$\$\n([^]*?)^\$\$;$/gm
const CONDITION = /^( *)(where|and|or) /

function isBalanced(text: string): boolean {
  return text.split('(').length === text.split(')').length
}

/** Returns the index after a condition's last line: the next line that isn't indented further. */
function findEnd(lines: readonly string[], from: number): number {
  const indent = /^ */.exec(lines[from] ?? '')?.[0].length ?? 0
  const next = lines.findIndex((line, i) => i > from && !line.startsWith(' '.repeat(indent + 1)))
  return next === -1 ? lines.length : next
}

/**
 * Lists a migration's functions that return rows, each with one condition removed: a line that starts with `where`, or one
 * that starts with `and` or `or`, with the lines below that are indented further.
 */
export function buildSqlMutants(migration: string): SqlMutant[] {
  return [...migration.matchAll(FUNCTION)].flatMap((match) => {
    const [whole, name = '', body = ''] = match
    const lines = body.split('\n')
    const first = migration.slice(0, match.index + whole.indexOf(body)).split('\n').length
    return lines.flatMap((text, i): SqlMutant[] => {
      const word = CONDITION.exec(text)?.[2]
      // Conditions below `where` are indented further, so only its line is removed.
      const end = word === 'where' ? i + 1 : findEnd(lines, i)
      const removed = lines.slice(i, end).join('\n')
      if (!word || !isBalanced(removed)) return []
      const rest = [...lines.slice(0, i), ...(word === 'where' ? ['where true'] : []), ...lines.slice(end)]
      return [
        {
          name,
          line: first + i,
          what: removed.trim().replaceAll(/\s+/g, ' '),
          statement: whole
            .replace('create function', 'create or replace function')
            .replace(body, () => rest.join('\n')),
        },
      ]
    })
  })
}
