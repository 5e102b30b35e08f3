import { parseAst } from 'rolldown/parseAst'

/** A node of a syntax tree in ESTree's shape. */
export type Node = { type: string; start: number; end: number; [name: string]: unknown }

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Lists a node, or each of several, with everything inside, in depth-first order. */
export function listNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listNodes)
  return isNode(value) ? [value, ...Object.values(value).flatMap(listNodes)] : []
}

/** Parses TypeScript, with JSX if the path ends in `x`. */
export function parseTree(source: string, path = '.ts'): Node {
  return parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
}
