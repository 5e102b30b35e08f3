import { parseAst } from 'rolldown/parseAst'

type Node = {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  init?: { type: string } | null
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : []
}

/** Excludes constants, which are in capitals. */
const COMPONENT = /^[A-Z][A-Za-z0-9]*[a-z]/

// A function, or the result of a call with one, such as `memo()` or `lazy()`.
const findName = ({ type, id, init }: Node): string | null => {
  const isFunction =
    type === 'FunctionDeclaration' ||
    (type === 'VariableDeclarator' && /Function|Call/.test(init?.type ?? ''))
  return isFunction && id?.name && COMPONENT.test(id.name) ? id.name : null
}

/** The function components of a source file with their number of lines. */
export const findComponents = (source: string): { name: string; lines: number }[] =>
  nodesIn(parseAst(source, { lang: 'tsx' }).body).flatMap((node) => {
    const name = findName(node)
    return name ? [{ name, lines: source.slice(node.start, node.end).split('\n').length }] : []
  })
