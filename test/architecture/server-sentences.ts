import { isNode, type Node, parseTree } from './syntax-tree.ts'

function listChildren(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function listParts(node: Node): string[] {
  const { quasis } = node as unknown as { quasis: { value: { cooked: string } }[] }
  return quasis.map(({ value }) => value.cooked)
}

function findName(node: unknown): string {
  if (!isNode(node)) return ''
  const { name, value, property } = node
  return property ? findName(property) : String(name ?? value ?? '')
}

/** The tags that create sentences (`packages/contract/src/sentences.ts`). */
const TAGS = new Set(['say', 'issue'])

function isMarked(node: Node) {
  return node.type === 'TaggedTemplateExpression' && TAGS.has(findName(node.tag))
}

function markedIn(node: Node): string[] {
  const inside = listChildren(node).flatMap(markedIn)
  if (!isMarked(node)) return inside
  const english = listParts(node.quasi as Node).reduce((text, part, at) => `${text}{${at - 1}}${part}`)
  return /\p{L}/u.test(english.replace(/\{\d+\}/g, '')) ? [english, ...inside] : inside
}

/** Lists a file's sentences as the catalogs contain them: everything marked with `say` or `issue`. */
export function listSentences(source: string): string[] {
  return [...new Set(markedIn(parseTree(source)))]
}

function findText(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value)
  return node.type === 'TemplateLiteral' ? listParts(node).join('…') : null
}

/**
 * Decides whether a text is shown to people: by the text, and by the names it is assigned to, such as `summary` or
 * `describe`.
 */
export type Wanted = { isText: (text: string) => boolean; isFor: (name: string) => boolean }

function unmarkedIn(node: Node, wanted: Wanted): string[] {
  if (isMarked(node) || /^(?:Import|ExportAll|TSLiteralType)/.test(node.type)) return []
  const named = [node.key, node.callee, node.id, node.type === 'JSXAttribute' && node.name]
  const isForOthers = named.some((one) => findName(one) !== '' && wanted.isFor(findName(one)))
  // In `z.string().min(1, 'Say why').describe('The reason')`, only the argument of `describe` is for developers.
  if (isForOthers) return isNode(node.callee) ? unmarkedIn(node.callee, wanted) : []
  const text = findText(node)?.trim()
  const own = text && wanted.isText(text) ? [text] : []
  return [...own, ...listChildren(node).flatMap((child) => unmarkedIn(child, wanted))]
}

/** Lists a file's texts for people that aren't marked with `say` or `issue`. */
export function unmarkedTexts(source: string, path: string, wanted: Wanted): string[] {
  return unmarkedIn(parseTree(source, path), wanted)
}

/** Whether a file calls a function with this name. */
export function calls(source: string, name: string): boolean {
  const isCall = (node: Node): boolean =>
    (node.type === 'CallExpression' && findName(node.callee) === name) || listChildren(node).some(isCall)
  return isCall(parseTree(source))
}
